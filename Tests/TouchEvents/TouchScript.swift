package import Evdev

/// A script of what the finger in a slot does: `finger(0).lands(10, 0).moves(20, 0).lifts()`.
///
/// - Parameter interval: the time between two reports, unless a report names its own.
package func finger(
    _ slot: Int32, every interval: Duration = .milliseconds(8)
) -> TouchScript {
    TouchScript(slot: slot, interval: interval)
}

/// What fingers do on a touchscreen, report by report.
///
/// Coordinates are in units of the device.
package struct TouchScript: Sendable {
    private enum Change: Sendable {
        case lands(slot: Int32, x: Int32, y: Int32)
        case moves(slot: Int32, x: Int32, y: Int32)
        case lifts(slot: Int32)
        case event(EventCode, Int32)
    }

    private struct Report: Sendable {
        /// The time since the report before.
        var interval: Duration
        var changes: [Change]
    }

    private let slot: Int32
    private let interval: Duration
    private var reports: [Report] = []

    fileprivate init(slot: Int32, interval: Duration) {
        self.slot = slot
        self.interval = interval
    }

    // MARK: What fingers do

    /// The finger lands at a point. The events in `extra` are in the same report.
    package func lands(
        _ x: Double, _ y: Double, after interval: Duration? = nil,
        with extra: (EventCode, Int32)...
    ) -> TouchScript {
        reporting(
            [.lands(slot: slot, x: Int32(x), y: Int32(y))] + extra.map { .event($0, $1) },
            after: interval)
    }

    /// The finger moves to a point.
    package func moves(
        _ x: Double, _ y: Double, after interval: Duration? = nil
    ) -> TouchScript {
        reporting([.moves(slot: slot, x: Int32(x), y: Int32(y))], after: interval)
    }

    /// The finger moves through points.
    package func moves(through points: [(x: Double, y: Double)]) -> TouchScript {
        points.reduce(self) { $0.moves($1.x, $1.y) }
    }

    /// The finger lifts.
    package func lifts(after interval: Duration? = nil) -> TouchScript {
        reporting([.lifts(slot: slot)], after: interval)
    }

    /// The device sends a report of these events.
    package func sends(
        _ events: (EventCode, Int32)..., after interval: Duration? = nil
    ) -> TouchScript {
        reporting(events.map { .event($0, $1) }, after: interval)
    }

    /// The kernel loses events.
    package func loses(after interval: Duration? = nil) -> TouchScript {
        sends((.dropped, 0), after: interval)
    }

    /// Another finger does something at the same time: each of its reports is one with a report of
    /// this script.
    package func and(_ other: TouchScript) -> TouchScript {
        var script = self
        for (index, report) in other.reports.enumerated() {
            if index < reports.count {
                script.reports[index].changes += report.changes
            } else {
                script.reports.append(report)
            }
        }
        return script
    }

    /// One script, and then another.
    package static func + (first: TouchScript, second: TouchScript) -> TouchScript {
        var script = first
        script.reports += second.reports
        return script
    }

    private func reporting(_ changes: [Change], after interval: Duration?) -> TouchScript {
        var script = self
        script.reports.append(Report(interval: interval ?? self.interval, changes: changes))
        return script
    }

    // MARK: Events

    /// The events of a device.
    package func events(of device: DeviceDescription) -> [EvemuRecording.Event] {
        var encoder = TouchEncoder(hasSlots: device.axes[EventCode.slot.code] != nil)
        var time = Duration.zero
        var events: [EvemuRecording.Event] = []
        for report in reports {
            time += report.interval
            var sent: [(EventCode, Int32)] = []
            for change in report.changes {
                switch change {
                case .lands(let slot, let x, let y): sent += encoder.land(slot, x, y)
                case .moves(let slot, let x, let y): sent += encoder.move(slot, x, y)
                case .lifts(let slot): sent += encoder.lift(slot)
                case .event(let code, let value): sent.append((code, value))
                }
            }
            events += (sent + [(.report, 0)]).map { code, value in
                EvemuRecording.Event(time: time, type: code.type, code: code.code, value: value)
            }
        }
        return events
    }

    /// A recording of a device, as text.
    package func text(on device: DeviceDescription) -> String {
        var writer = EvemuWriter()
        return EvemuWriter.description(of: device)
            + events(of: device).map { writer.line(for: $0) }.joined()
    }

    /// A recording of a device.
    package func recording(on device: DeviceDescription) throws -> EvemuRecording {
        try EvemuRecording(text(on: device))
    }
}
