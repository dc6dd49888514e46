import PanelProtocol

// Requests for a picture of the panel.
extension Publisher {
    /// Sends a piece of a picture: from the first byte on, of how the panel looks now, and from any
    /// other on, of the picture that was begun before.
    func sendPicture(
        from offset: Int, _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        guard request.id != nil else {
            throw Refusal(.badRequest, "id is missing: the picture is the reply", field: "id")
        }
        if offset == 0 { subscriber.picture = try panel.picture() }
        guard let picture = subscriber.picture, offset < picture.file.count else {
            throw Refusal(
                .badRequest, "offset: a picture begins at 0, and ends with more being false",
                field: "offset")
        }
        let piece = PicturePiece(
            width: picture.width, height: picture.height, file: picture.file, offset: offset)
        if !piece.hasMore { subscriber.picture = nil }
        reply(.screenshot(piece), to: request, of: subscriber)
    }
}
