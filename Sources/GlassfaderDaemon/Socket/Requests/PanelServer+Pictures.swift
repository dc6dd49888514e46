import PanelProtocol

// Requests for a picture of the panel.
extension PanelServer {
    /// The greatest number of pictures that the server keeps for clients that read them in pieces.
    private static let mostPictures = 4

    /// Sends a piece of a picture. Offset 0 makes a new picture; other offsets continue the last
    /// one.
    ///
    /// Making a picture takes a while. The client's next requests wait, so that replies keep their
    /// order.
    func sendPicture(
        from offset: Int, _ request: Request, _ connection: ClientConnection
    ) throws(RequestError) {
        guard request.id != nil else {
            throw RequestError(.badRequest, "id is missing: the picture is the reply", field: "id")
        }
        guard offset == 0 else { return try sendPiece(from: offset, request, connection) }
        connection.picture = nil
        connection.deferReply()
        services.picture { [weak self, weak connection] result in
            guard let self, let connection, !connection.hasEnded else { return }
            connection.completeReply()
            do throws(RequestError) {
                connection.picture = try result.get()
                try sendPiece(from: 0, request, connection)
                limitPictures()
            } catch {
                send(error, to: request, of: connection)
            }
        }
    }

    private func sendPiece(
        from offset: Int, _ request: Request, _ connection: ClientConnection
    ) throws(RequestError) {
        guard let picture = connection.picture, offset < picture.file.count else {
            throw RequestError(
                .badRequest,
                "offset: \(offset) is beyond the picture, or another picture has replaced it; "
                    + "begin again at 0",
                field: "offset")
        }
        let piece = PicturePiece(
            width: picture.width, height: picture.height, file: picture.file, offset: offset)
        pieces += 1
        connection.lastPiece = pieces
        if !piece.hasMore { connection.picture = nil }
        reply(.screenshot(piece), to: request, of: connection)
    }

    /// Drops the picture that was read least recently, if there are too many.
    private func limitPictures() {
        var kept: [PanelPicture] = []
        for connection in connections.sorted(by: { $0.lastPiece > $1.lastPiece }) {
            guard let picture = connection.picture, !kept.contains(where: { $0 === picture }) else {
                continue
            }
            if kept.count < Self.mostPictures {
                kept.append(picture)
            } else {
                connection.picture = nil
            }
        }
    }
}
