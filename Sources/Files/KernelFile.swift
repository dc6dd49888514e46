/// The small files below `/sys` and `/proc` in which the kernel describes devices.
package enum KernelFile {
    /// The first line of a file; `nil` if it cannot be read.
    package static func line(_ path: String) -> String? {
        bytes(path).map { bytes in
            String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }, as: UTF8.self)
        }
    }

    /// The lines of a file; none if it cannot be read.
    package static func lines(_ path: String, atMost largestSize: Int = 65536) -> [String] {
        String(decoding: bytes(path, atMost: largestSize) ?? [], as: UTF8.self)
            .split(whereSeparator: \.isNewline).map(String.init)
    }

    /// All of a file; `nil` if it cannot be read.
    package static func bytes(_ path: String, atMost largestSize: Int = 65536) -> [UInt8]? {
        try? RegularFile(path, atMost: largestSize).bytes
    }

    /// The last part of where a link leads to, such as the name of a driver.
    package static func target(_ link: String) -> String? {
        let path = LinkedPath.resolved(link)
        return path == link ? nil : path.split(separator: "/").last.map(String.init)
    }
}
