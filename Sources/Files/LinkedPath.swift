import Glibc

/// A path that may be a link, such as those below `/dev/input/by-path`.
package enum LinkedPath {
    /// Where a path leads to, without links; the path itself if there is no such file.
    package static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}
