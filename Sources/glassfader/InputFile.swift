import Files
import Glibc

/// The bytes of a file that a command is to read.
enum InputFile {
    /// The name of standard input, as a person writes it.
    static let standardInput = "-"

    /// All bytes of a file, or of standard input where it or no file is named.
    static func bytes(of path: String?, atMost largestSize: Int) throws(FileError) -> [UInt8] {
        guard let path, path != standardInput else {
            return try RegularFile.bytes(
                through: STDIN_FILENO, named: "standard input", atMost: largestSize)
        }
        return try RegularFile(path, atMost: largestSize).bytes
    }
}
