import Drawing

/// The images of a panel. Each file is read only once.
final class ImageCollection {
    private var images: [String: Image] = [:]

    /// An image of the panel file; `nil` if its file was deleted after the panel file was read.
    func image(_ source: ImageSource?) -> Image? {
        guard let source else { return nil }
        guard var image = images[source.path] ?? (try? Image(contentsOfFile: source.path)) else {
            return nil
        }
        images[source.path] = image
        let caps = source.capInsets
        if caps != .zero { image = image.resizableImage(withCapInsets: caps) }
        return source.isMirrored ? image.imageFlippedForRightToLeftLayoutDirection() : image
    }
}
