import Files

/// Reads the bytes of an image file.
enum ImageFile {
    /// The maximum size of an image file, in bytes; a PNG of a screen is smaller.
    static let largestSize = 16_000_000

    static func data(of path: String) throws(ImageError) -> [UInt8] {
        do throws(FileError) {
            return try RegularFile(path, atMost: largestSize).bytes
        } catch {
            throw ImageError(path: path, reason: error.reason)
        }
    }
}
