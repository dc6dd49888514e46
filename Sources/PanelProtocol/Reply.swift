/// The reply to a request that succeeded.
package enum Reply: Equatable, Sendable {
    /// The names of the client.
    case hello(client: String, name: String?)
    /// The matching controls, and their strips; and the settings of bridges.
    case list(
        generation: Int64, controls: [ControlInfo], pages: [PageInfo] = [],
        bridges: JSONObject = JSONObject(), strips: [StripInfo] = [])
    /// The value of one control.
    case get(control: String, state: ControlState, sequence: Int64)
    /// The result of a `set`.
    case set(SetResult, sequence: Int64)
    /// The levels or the points were set.
    case shown
    /// The present values and the visible page; events follow.
    case subscribe(subscription: Int64, Snapshot)
    /// No events follow.
    case unsubscribe
    /// The server is alive.
    case ping(time: Duration, sequence: Int64, uptime: Duration)
    /// The version of the server.
    case version(String)
    /// The connected clients.
    case clients([ClientInfo])
    /// A piece of a screenshot.
    case screenshot(PicturePiece)
    /// The connection will be closed.
    case bye
    /// The panel was changed.
    case panel(PanelReply, sequence: Int64)

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
        case .list(let generation, let controls, let pages, let bridges, let strips):
            writer.member("generation", generation)
            if !pages.isEmpty {
                writer.objects("pages", pages) { writer, page in
                    writer.member("page", page.id)
                    writer.member("label", page.label)
                }
            }
            if !bridges.members.isEmpty { writer.member("bridges", bridges) }
            if !strips.isEmpty {
                writer.objects("strips", strips) { writer, strip in strip.write(to: &writer) }
            }
            writer.objects("controls", controls) { writer, control in control.write(to: &writer) }
        case .get(let control, let state, let sequence):
            writer.member("control", control)
            state.write(to: &writer)
            writer.member("touched", state.isTouched)
            writer.member("seq", sequence)
        case .set(let result, let sequence):
            result.write(to: &writer)
            writer.member("norm", result.state.norm)
            writer.member("seq", sequence)
        case .shown, .bye, .unsubscribe: break
        case .subscribe(let subscription, let snapshot):
            writer.member("subscription", subscription)
            snapshot.write(to: &writer)
        case .ping(let time, let sequence, let uptime):
            writer.member("t", time.wholeMicroseconds)
            writer.member("seq", sequence)
            writer.member("uptime_ms", uptime.wholeMilliseconds)
        case .version(let version):
            writer.member("server", Hello.server)
            writer.member("version", version)
            writer.member("protocol", Hello.protocolVersion)
            writer.member("protocol_min", Hello.protocolVersion)
        case .clients(let clients):
            writer.objects("clients", clients) { $1.write(to: &$0) }
        case .screenshot(let piece):
            piece.write(to: &writer)
        case .panel(let reply, let sequence):
            reply.write(to: &writer)
            writer.member("seq", sequence)
        }
    }
}
