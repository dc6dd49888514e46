import Foundation

@testable import GlassfaderDaemon

/// The other end of a connection, as a client has it; nothing waits.
final class SocketClient {
    private(set) var descriptor: Int32
    private var received: [UInt8] = []
    /// Whether the daemon has closed the connection.
    private(set) var hasEnded = false
    /// Whether it was closed with what the client had said unread, which is an error to many.
    private(set) var wasBroken = false

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        vanish()
    }

    /// Connects to a path.
    convenience init?(path: String) {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0
        )
        self.init(descriptor: descriptor)
        guard UnixAddress(path: path)?.call(connect, on: descriptor) == 0 else { return nil }
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
                wasBroken = count < 0 && errno == ECONNRESET
                hasEnded = count == 0 || wasBroken
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

    /// Takes one line of what is there, and leaves the rest to the kernel; `nil` if none is whole.
    func nextLine() -> String? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let newline = UInt8(ascii: "\n")
        while true {
            if let end = received.firstIndex(of: newline) {
                defer { received.removeSubrange(...end) }
                return String(decoding: received[..<end], as: UTF8.self)
            }
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_PEEK))
            guard count > 0 else { return nil }
            let wanted = (buffer[..<count].firstIndex(of: newline) ?? count - 1) + 1
            received += buffer[..<max(0, recv(descriptor, &buffer, wanted, 0))]
        }
    }

    /// Reads until a line contains a text, and returns that line; nil if the connection ends, or
    /// a minute passes, before.
    func waitForLine(_ text: String) -> String? {
        let limit = ContinuousClock.now + patience
        while ContinuousClock.now < limit {
            if let line = lines().first(where: { $0.contains(text) }) { return line }
            if hasEnded { return nil }
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            _ = poll(&readable, 1, 100)
        }
        return nil
    }

    /// Whether the daemon closes the connection within a minute.
    func waitForEnd() -> Bool {
        _ = waitForLine("\u{0}")
        return hasEnded
    }

    /// Sends bytes, waiting for room as long as it takes, and says whether all were taken.
    func sendAll(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Foundation.send(
                    descriptor, $0.baseAddress.map { $0 + sent }, $0.count - sent,
                    Int32(MSG_NOSIGNAL))
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                var writable = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                guard poll(&writable, 1, 10_000) == 1 else { return false }
            } else {
                return false
            }
        }
        return true
    }
}

extension SocketClient {
    /// Sends a text, and a descriptor with it.
    func sendDescriptor(_ sent: Int32, with text: String) -> Bool {
        // A struct cmsghdr with one descriptor, whose macros Swift does not have.
        var control: [Int32] = [20, 0, SOL_SOCKET, 1, sent, 0]
        var bytes = Array(text.utf8)
        return bytes.withUnsafeMutableBytes { bytes in
            var piece = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            return control.withUnsafeMutableBytes { control in
                withUnsafeMutablePointer(to: &piece) { piece in
                    var message = msghdr()
                    message.msg_iov = piece
                    message.msg_iovlen = 1
                    message.msg_control = control.baseAddress
                    message.msg_controllen = 24
                    return sendmsg(descriptor, &message, Int32(MSG_NOSIGNAL)) == bytes.count
                }
            }
        }
    }
}
