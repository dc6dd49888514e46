import Glibc

/// The bytes of a file that holds an image.
enum ImageFile {
    /// No PNG of a screen's size is larger.
    private static let largestSize = 64 << 20

    static func data(of path: String) throws(ImageError) -> [UInt8] {
        guard let file = fopen(path, "rbe") else { throw failure(path) }
        defer { fclose(file) }
        var data: [UInt8] = []
        let piece = 64 << 10
        while true {
            let start = data.count
            data.append(contentsOf: repeatElement(0, count: piece))
            let count = data.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { fread($0 + start, 1, piece, file) } ?? 0
            }
            data.removeLast(piece - count)
            if count < piece { break }
            guard data.count <= largestSize else {
                throw ImageError(path: path, reason: "larger than 64 MiB")
            }
        }
        guard ferror(file) == 0 else { throw failure(path) }
        return data
    }

    private static func failure(_ path: String) -> ImageError {
        ImageError(path: path, reason: String(cString: strerror(errno)))
    }
}
