import Foundation

/// The other end of a connection, as a client has it; nothing waits.
final class SocketClient {
    private(set) var descriptor: Int32
    private var received: [UInt8] = []
    /// Whether the daemon has closed the connection.
    private(set) var hasEnded = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        vanish()
    }

    /// Connects to a path.
    convenience init?(path: String) {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafeBytes(of: address) {
            connect(
                descriptor, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t($0.count))
        }
        self.init(descriptor: descriptor)
        if result != 0 { return nil }
    }

    /// Sends bytes, and says how many were taken.
    @discardableResult
    func send(_ text: String) -> Int {
        let bytes = Array(text.utf8)
        return Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Says that nothing more will be sent.
    func hangUp() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Dies.
    func vanish() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Reads what is there, and returns the lines that are complete.
    func lines() -> [String] {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count <= 0 {
                hasEnded = count == 0 || errno == ECONNRESET
                break
            }
            received += buffer[..<count]
        }
        guard let end = received.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
        defer { received.removeSubrange(...end) }
        return received[..<end].split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        )
        .map { String(decoding: $0, as: UTF8.self) }
    }
}
