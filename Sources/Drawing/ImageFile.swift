import Files

/// The bytes of a file that holds an image.
enum ImageFile {
    /// How many bytes the file of an image may have: a PNG of a screen's size has fewer.
    static let largestSize = 16_000_000

    static func data(of path: String) throws(ImageError) -> [UInt8] {
        do throws(FileError) {
            return try RegularFile(path, atMost: largestSize).bytes
        } catch {
            throw ImageError(path: path, reason: error.reason)
        }
    }
}
