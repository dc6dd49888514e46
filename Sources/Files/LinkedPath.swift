import Glibc

/// A path that may be a link, such as those below `/dev/input/by-path`.
package enum LinkedPath {
    /// What a path to write to leads to.
    package enum Destination: Equatable, Sendable {
        /// A file, which may not exist yet. The last component of the path is no link.
        case file(String)
        /// An open descriptor of this program, as that of `/dev/stdout`.
        case descriptor(Int32)
    }

    /// As many links as the kernel follows.
    private static let mostLinks = 40

    /// Where a path leads to, without links; the path itself if there is no such file.
    package static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }

    /// What a path to write to leads to: a link stays, and leads to the new file.
    ///
    /// - Throws: `FileError`, also where the kernel does not follow a link, such as another user's
    ///   one in `/tmp`.
    package static func destination(of path: String) throws(FileError) -> Destination {
        var status = stat()
        guard stat(path, &status) == 0 || errno == ENOENT else {
            throw FileError("write", path, errno: errno)
        }
        var place = path
        for _ in 0...mostLinks {
            let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
            if let number = Int32(place.dropFirst(folder.count)),
                resolved(folder) == "/proc/\(getpid())/fd"
            {
                return .descriptor(number)
            }
            var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = readlink(place, &target, target.count)
            guard count >= 0 else { return .file(place) }
            let next = String(decoding: target.prefix(count), as: UTF8.self)
            place = next.hasPrefix("/") ? next : folder + next
        }
        throw FileError("write", path, errno: ELOOP)
    }
}
