import Drawing

/// An image of a panel file.
struct ImageSource: Equatable, Sendable {
    /// The path of the file.
    let path: String
    /// The edges that are not stretched, in pixels.
    var capInsets = EdgeInsets.zero
    /// Whether it is mirrored where the layout is right-to-left.
    var isMirrored = false
}

extension TableFields {
    /// An image: the name of a PNG file, relative to the panel file's folder, or a table with a
    /// `file`, its `caps`, the edges that are not stretched: top, left, bottom and right, and
    /// `mirror`, whether it is mirrored where the layout is right-to-left.
    mutating func image(_ key: String) -> ImageSource? {
        guard value(key)?.asTable != nil else { return imageFile(key) }
        guard var fields = table(key, name: "'\(key)'") else { return nil }
        if !fields.request("file") {
            notes.error("missing 'file' in '\(key)'", at: fields.position)
        }
        var source = fields.imageFile("file")
        if let caps = fields.numbers("caps", count: 4) {
            if caps.allSatisfy((0...4096).contains) {
                source?.capInsets = EdgeInsets(
                    top: caps[0], left: caps[1], bottom: caps[2], right: caps[3])
            } else {
                fields.error("'caps': expected [top, left, bottom, right], each 0…4096", at: "caps")
            }
        }
        if let isMirrored = fields.boolean("mirror") { source?.isMirrored = isMirrored }
        fields.noteUnknownKeys()
        return source
    }

    private mutating func imageFile(_ key: String) -> ImageSource? {
        guard let name = string(key, limit: .path) else { return nil }
        let source = ImageSource(path: notes.path(of: name))
        let wasBeyondLimit = notes.problemOfImages != nil
        do {
            // Only checks the image: descriptions do not store bitmaps.
            try notes.check(image: source.path)
        } catch {
            self.error("'\(key)': \(error)", at: key)
            return nil
        }
        // Only the first image beyond the limit is reported.
        if wasBeyondLimit { return nil }
        if let problem = notes.problemOfImages {
            self.error("'\(key)': \(problem)", at: key)
            return nil
        }
        return source
    }
}
