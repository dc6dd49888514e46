package import PanelProtocol

/// A request without its `id`, for both kinds of client.
package struct PanelRequest: Sendable {
    private let write: @Sendable (inout JSONWriter) -> Void

    /// A request with these members, including `cmd`.
    package init(_ members: @escaping @Sendable (inout JSONWriter) -> Void) {
        write = members
    }

    /// A command with its members.
    package init(
        _ command: String, _ members: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) {
        write = { writer in
            writer.member("cmd", command)
            members(&writer)
        }
    }

    /// The line to send. Without an `id`, the daemon sends no reply. Throws if the line is longer
    /// than the daemon reads: it would close the connection.
    package func line(id: Int64?) throws(PanelClientError) -> [UInt8] {
        var writer = JSONWriter()
        writer.line { writer in
            if let id { writer.member("id", id) }
            write(&writer)
        }
        let length = writer.bytes.count - 1
        guard length <= LineReader.requestLimit else {
            throw .rejected(
                code: RequestError.Code.tooLarge.rawValue,
                message: "the request has \(length) bytes: at most "
                    + "\(LineReader.requestLimit) are allowed", near: [])
        }
        return writer.bytes
    }

    /// Introduces the program to the daemon.
    package static func greeting(name: String?) -> PanelRequest {
        PanelRequest("hello") { writer in
            if let name { writer.member("name", name) }
            writer.member("protocol", Hello.protocolVersion)
        }
    }

    /// Lists controls, strips and settings of bridges.
    package static func controls(matching pattern: String) -> PanelRequest {
        PanelRequest("list") { $0.member("match", pattern) }
    }

    /// A list without controls and strips.
    package static var bridges: PanelRequest {
        PanelRequest("list") { $0.member("match", [String]()) }
    }

    /// Reads a control.
    package static func reading(of control: String) -> PanelRequest {
        PanelRequest("get") { $0.member("control", control) }
    }

    /// Sets a control.
    package static func setting(
        _ control: String, _ change: PanelChange, over time: Duration, isFeedback: Bool
    ) -> PanelRequest {
        var set = SetRequest(control: control, change: change.asRequest)
        set.isFeedback = isFeedback
        set.fade = time
        return PanelRequest(set.writeMembers)
    }

    /// Sets levels of meters.
    package static func meters(_ levels: [String: [Double]]) -> PanelRequest {
        PanelRequest("meters") { writer in
            writer.object("v") { writer in
                for (control, levels) in levels {
                    writer.member(
                        .text(control), levels.map { $0 > -200 ? min($0, 200) : -200 })
                }
            }
        }
    }

    /// Sets points of plots.
    package static func plot(_ points: [String: [Double]]) -> PanelRequest {
        PanelRequest("plot") { writer in
            writer.object("v") { writer in
                for (control, points) in points {
                    // JSON has no infinity; these are beyond every axis.
                    writer.member(
                        .text(control), points.map { $0 > -1e9 ? min($0, 1e9) : -1e9 })
                }
            }
        }
    }

    /// Subscribes to events. Throws if the maximum rate is not finite.
    package static func subscription(
        _ subscription: PanelSubscription
    ) throws(PanelClientError) -> PanelRequest {
        if let rate = subscription.maximumRate, !rate.isFinite {
            throw .notFinite(rate, "max_rate_hz")
        }
        return PanelRequest("subscribe") { writer in
            writer.member("match", subscription.patterns)
            if let phases = subscription.phases { writer.member("phases", phases) }
            if let events = subscription.events { writer.member("events", events) }
            if let rate = subscription.maximumRate { writer.member("max_rate_hz", rate) }
            writer.member("echo", subscription.echoes)
        }
    }
}
