/// The path of a socket and who may connect, unless the service manager passes the socket.
package struct SocketPlace: Equatable, Sendable {
    /// Its path in the file system.
    package var path: String
    /// The permission bits; `0o660` by default.
    package var mode: UInt32 = 0o660
    /// The group that owns the socket; `nil` for the daemon's.
    package var group: String?

    /// The maximum length of a path: 108 bytes including the final NUL, see unix(7).
    package static let longestPath = 107

    /// Whether the socket is directly in `/run/glassfader`, the service's folder.
    package var isInRuntimeFolder: Bool {
        Self.parts(of: path).dropLast() == ["", "run", "glassfader"]
    }

    /// Whether both paths are the same after normalisation. Symbolic links are not followed.
    package func isSamePlace(as other: SocketPlace) -> Bool {
        Self.parts(of: path) == Self.parts(of: other.path)
    }

    /// The components of a path; an empty first one stands for the root.
    private static func parts(of path: String) -> [Substring] {
        var parts: [Substring] = path.hasPrefix("/") ? [""] : []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." {
                if !last.isEmpty { parts.removeLast() }
            } else {
                parts.append(part)
            }
        }
        return parts
    }

    /// Creates a description.
    package init(path: String, mode: UInt32 = 0o660, group: String? = nil) {
        self.path = path
        self.mode = mode
        self.group = group
    }
}
