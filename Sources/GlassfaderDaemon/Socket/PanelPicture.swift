import Drawing
import PanelProtocol

/// What the panel looks like at one moment, as a PNG file.
struct PanelPicture {
    /// In pixels.
    let width: Int
    /// In pixels.
    let height: Int
    let file: [UInt8]

    /// A picture of what is shown.
    ///
    /// - Throws: a refusal, if there is too little memory for it.
    init(_ bitmap: Bitmap) throws(Refusal) {
        width = bitmap.width
        height = bitmap.height
        do {
            file = try bitmap.pngData()
        } catch {
            throw Refusal(.internal, "cannot make the picture: \(error)")
        }
    }
}
