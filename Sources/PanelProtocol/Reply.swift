/// What is answered to a request that is granted.
package enum Reply: Equatable, Sendable {
    /// The client is known by these names.
    case hello(client: String, name: String?)
    /// The controls asked for.
    case list(generation: Int64, controls: [ControlInfo])
    /// The value of one control.
    case get(control: String, state: ControlState, sequence: Int64)
    /// What became of a `set`.
    case set(SetResult, sequence: Int64)
    /// The levels are shown.
    case meters
    /// The values as they are, and the page that is shown; events follow.
    case subscribe(subscription: Int64, generation: Int64, snapshot: Snapshot, page: String)
    /// The server is alive.
    case ping(time: Duration, sequence: Int64, uptime: Duration)

    /// Writes the reply as a line.
    package func write(id: RequestID, to writer: inout JSONWriter) {
        writer.line { writer in
            writer.member("id", id)
            writer.object("ok") { write(to: &$0) }
        }
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .hello(let client, let name):
            writer.member("protocol", Hello.protocolVersion)
            writer.member("client", client)
            if let name { writer.member("name", name) }
        case .list(let generation, let controls):
            writer.member("generation", generation)
            writer.objects("controls", controls) { writer, control in control.write(to: &writer) }
        case .get(let control, let state, let sequence):
            writer.member("control", control)
            writer.member("value", state.value)
            writer.member("norm", state.norm)
            if let gain = state.gain { writer.member("gain", gain) }
            if let text = state.text { writer.member("text", text) }
            writer.member("touched", state.isTouched)
            writer.member("seq", sequence)
        case .set(let result, let sequence):
            writer.member("control", result.control)
            writer.member("applied", result.isApplied)
            if let reason = result.reason { writer.member("reason", reason) }
            writer.member("value", result.state.value)
            writer.member("norm", result.state.norm)
            writer.member("seq", sequence)
        case .meters: break
        case .subscribe(let subscription, let generation, let snapshot, let page):
            writer.member("subscription", subscription)
            writer.member("seq", snapshot.sequence)
            writer.member("generation", generation)
            snapshot.writeControls(to: &writer)
            writer.object("state") { writer in
                writer.member("page", page)
                // Nothing locks a panel yet.
                writer.member("locked", false)
            }
        case .ping(let time, let sequence, let uptime):
            writer.member("t", time.wholeMicroseconds)
            writer.member("seq", sequence)
            writer.member("uptime_ms", uptime.wholeMicroseconds / 1000)
        }
    }
}
