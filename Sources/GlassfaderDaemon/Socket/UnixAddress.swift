import Glibc
import Panel

/// The address of a Unix socket in the file system. See unix(7).
struct UnixAddress {
    /// The longest path, in bytes.
    static let longestPath = SocketPlace.longestPath

    private var address = sockaddr_un()

    /// Nil for a path that is empty, longer than 107 bytes, or contains a NUL.
    init?(path: String) {
        let bytes = Array(path.utf8)
        guard (1...Self.longestPath).contains(bytes.count), !bytes.contains(0) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    /// Calls bind(2) or connect(2). Returns 0 or an errno.
    func call(
        _ function: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32, on descriptor: Int32
    ) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                let size = socklen_t(MemoryLayout<sockaddr_un>.size)
                return function(descriptor, pointer, size) == 0 ? 0 : errno
            }
        }
    }
}
