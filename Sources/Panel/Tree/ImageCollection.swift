import Drawing

/// The images of a panel: each file is read once, however many controls show it.
final class ImageCollection {
    private var images: [String: Image] = [:]

    /// The image that a panel file names; nil if its file has gone since the panel file was read.
    func image(_ source: ImageSource?) -> Image? {
        guard let source else { return nil }
        guard let image = images[source.path] ?? (try? Image(contentsOfFile: source.path)) else {
            return nil
        }
        images[source.path] = image
        let caps = source.capInsets
        return caps == .zero ? image : image.resizableImage(withCapInsets: caps)
    }
}
