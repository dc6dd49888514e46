import Files

/// The file for pictures of the screen. Each write replaces it completely or not at all.
struct Screenshot {
    /// A file that could not be written.
    struct WriteError: Error, CustomStringConvertible {
        let description: String
    }

    /// The PNG file.
    let path: String

    /// Replaces the file's contents by a PNG.
    func write(_ data: [UInt8]) throws(WriteError) {
        do throws(FileError) {
            try ReplacedFile(path).write(data, mode: 0o644)
        } catch {
            throw WriteError(description: error.description)
        }
    }
}
