package import PanelProtocol

// For programs of this package that speak more of the protocol, or wait elsewhere.
extension PanelClient {
    /// Sends a command with its members, and waits for what the answer says.
    package func answer(
        to command: String,
        _ members: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) throws(PanelClientError) -> JSONObject {
        try request(PanelRequest(command, members))
    }

    /// Sends a request to set a control, and waits for what the answer says.
    package func answer(to request: SetRequest) throws(PanelClientError) -> JSONObject {
        try self.request(PanelRequest(request.writeMembers))
    }

    /// Sends a command with its members. With a number it is answered, by a message with that `id`;
    /// numbers below 0 are free.
    package func send(
        _ command: String, number: Int64?,
        _ members: @escaping @Sendable (inout JSONWriter) -> Void = { _ in }
    ) throws(PanelClientError) {
        try connection.send(PanelRequest(command, members).line(id: number))
    }

    /// Can be read when something has come.
    package var descriptor: Int32 { connection.descriptor }

    /// The next message that has come already, an event or an answer; nil if none has.
    package func nextMessage() throws(PanelClientError) -> JSONObject? {
        if let event = takeWaitingEvent() { return event }
        return try receive(upTo: 0)
    }
}
