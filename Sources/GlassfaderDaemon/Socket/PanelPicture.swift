/// What the panel looks like at one moment, as a PNG file that several clients may take.
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
