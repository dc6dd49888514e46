/// Where a socket is and who may connect, unless the service manager hands it over.
package struct SocketPlace: Equatable, Sendable {
    /// Its path in the file system.
    package var path: String
    /// Permission bits; `0o660` as a rule.
    package var mode: UInt32 = 0o660
    /// The group that owns the socket; nil leaves the daemon's.
    package var group: String?

    /// The longest path that a socket can have: 108 bytes with the NUL that ends it, see unix(7).
    package static let longestPath = 107

    /// Whether it is in the folder that the service has for its sockets.
    package var isInRuntimeFolder: Bool {
        Self.parts(of: path).dropLast() == ["", "run", "glassfader"]
    }

    /// Whether both paths lead to the same place, however they are written. Links are not followed.
    package func isSamePlace(as other: SocketPlace) -> Bool {
        Self.parts(of: path) == Self.parts(of: other.path)
    }

    /// What is between the slashes; a first empty one stands for the root.
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

    /// Describes a socket at a path.
    package init(path: String, mode: UInt32 = 0o660, group: String? = nil) {
        self.path = path
        self.mode = mode
        self.group = group
    }
}
