import PanelProtocol

// Requests for a picture of the panel.
extension Publisher {
    /// How many pictures are kept at most for those who take them in pieces.
    private static let mostPictures = 4

    /// Sends a piece of a picture: from the first byte on, of how the panel looks now, and from any
    /// other on, of the picture that was begun before.
    ///
    /// A picture takes a while to be made, in which the client's next requests wait: they are
    /// answered in their order.
    func sendPicture(
        from offset: Int, _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        guard request.id != nil else {
            throw Refusal(.badRequest, "id is missing: the picture is the reply", field: "id")
        }
        guard offset == 0 else { return try sendPiece(from: offset, request, subscriber) }
        subscriber.picture = nil
        subscriber.deferAnswer()
        services.picture { [weak self, weak subscriber] result in
            guard let self, let subscriber, !subscriber.hasEnded else { return }
            subscriber.completeAnswer()
            do throws(Refusal) {
                subscriber.picture = try result.get()
                try sendPiece(from: 0, request, subscriber)
                limitPictures()
            } catch {
                refuse(error, to: request, of: subscriber)
            }
        }
    }

    private func sendPiece(
        from offset: Int, _ request: Request, _ subscriber: Subscriber
    ) throws(Refusal) {
        guard let picture = subscriber.picture, offset < picture.file.count else {
            throw Refusal(
                .badRequest,
                "offset: a picture begins at 0, and ends with more being false, or when many "
                    + "others are begun",
                field: "offset")
        }
        let piece = PicturePiece(
            width: picture.width, height: picture.height, file: picture.file, offset: offset)
        pieces += 1
        subscriber.lastPiece = pieces
        if !piece.hasMore { subscriber.picture = nil }
        reply(.screenshot(piece), to: request, of: subscriber)
    }

    /// Gives up the picture that nobody has asked for a piece of for longest, if there are too many.
    private func limitPictures() {
        var kept: [PanelPicture] = []
        for subscriber in subscribers.sorted(by: { $0.lastPiece > $1.lastPiece }) {
            guard let picture = subscriber.picture, !kept.contains(where: { $0 === picture }) else {
                continue
            }
            if kept.count < Self.mostPictures {
                kept.append(picture)
            } else {
                subscriber.picture = nil
            }
        }
    }
}
