import Files
import Glibc

/// The lines of standard input, as they arrive.
struct InputLines {
    /// A line, or why it cannot be used.
    enum Line: Equatable {
        case text(String)
        /// It is longer than `InputLines.longest`.
        case tooLong
    }

    /// The longest line, in bytes: far longer than any request.
    static let longest = 1 << 20

    /// Whether all has been read.
    private(set) var hasEnded = false
    private var bytes: [UInt8] = []
    /// The start of the next line, and the end of the part that was searched for its `\n`.
    private var start = 0
    private var searched = 0
    /// Whether the next line is too long, and its beginning was dropped.
    private var isCut = false

    /// Reads what has arrived; waits if nothing has.
    mutating func read() throws(FileError) {
        append(try RegularFile.part(through: STDIN_FILENO, named: "standard input"))
    }

    /// Appends bytes that were read; none at the end of the input.
    mutating func append(_ part: [UInt8]) {
        if part.isEmpty { hasEnded = true }
        bytes.removeFirst(start)
        searched -= start
        start = 0
        bytes += part
    }

    /// The next line, which is removed; `nil` if its end has not been read.
    mutating func next() -> Line? {
        if let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
            return take(to: end, next: end + 1)
        }
        searched = bytes.count
        if bytes.count - start > Self.longest { (start, isCut) = (bytes.count, true) }
        guard hasEnded, isCut || start < bytes.count else { return nil }
        return take(to: bytes.count, next: bytes.count)
    }

    private mutating func take(to end: Int, next: Int) -> Line {
        var line = bytes[start..<end]
        let isTooLong = isCut || line.count > Self.longest
        (start, searched, isCut) = (next, next, false)
        if isTooLong { return .tooLong }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return .text(String(decoding: line, as: UTF8.self))
    }
}
