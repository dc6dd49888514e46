package import PanelProtocol

// For programs of this package that use more of the protocol, or their own event loop.
extension PanelClient {
    /// Sends a command with its members, and waits for the contents of the reply.
    package func reply(
        to command: String,
        _ members: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) throws(PanelClientError) -> JSONObject {
        let request = PanelRequest(command, members)
        let reply = try self.request(request)
        if command == "subscribe" { subscription = request }
        return reply
    }

    /// Sends a request to set a control, and waits for the contents of the reply.
    package func reply(to request: SetRequest) throws(PanelClientError) -> JSONObject {
        try self.request(PanelRequest(request.writeMembers))
    }

    /// Sends a request. The reply is a message with this `id`; numbers below 0 are free to use.
    package func send(_ request: PanelRequest, number: Int64) throws(PanelClientError) {
        try send(request, id: number)
    }

    /// How long a reply may take, in milliseconds.
    package static var replyTimeout: Int32 { PanelConnection.replyTimeout }

    /// Readable when data has arrived.
    package var descriptor: Int32 { connection.descriptor }

    /// The next message, an event or a reply; `nil` if none arrives in so many milliseconds.
    /// Default: one that has already arrived.
    package func nextMessage(upTo timeout: Int32 = 0) throws(PanelClientError) -> JSONObject? {
        if let event = try takeWaitingEvent() { return event }
        return try receive(upTo: timeout)
    }
}
