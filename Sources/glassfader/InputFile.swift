import Files
import Glibc

/// Reads an input file of a command.
enum InputFile {
    /// The argument that stands for standard input.
    static let standardInput = "-"

    /// The bytes of a file; of standard input if `path` is nil or `-`.
    static func bytes(of path: String?, atMost largestSize: Int) throws(FileError) -> [UInt8] {
        guard let path, path != standardInput else {
            return try RegularFile.bytes(
                through: STDIN_FILENO, named: "standard input", atMost: largestSize)
        }
        return try RegularFile(path, atMost: largestSize).bytes
    }
}
