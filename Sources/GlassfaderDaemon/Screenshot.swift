import Files

/// The file for pictures of the screen. Each write replaces it completely or not at all.
struct Screenshot {
    /// The PNG file.
    let path: String

    /// Replaces the file's contents by a PNG.
    func write(_ data: [UInt8]) throws(FileError) {
        try ReplacedFile(path).write(data, mode: 0o644)
    }
}
