/// A picture of the panel as a PNG file, which several clients may share.
final class PanelPicture {
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int
    let file: [UInt8]

    init(width: Int, height: Int, file: [UInt8]) {
        self.width = width
        self.height = height
        self.file = file
    }
}
