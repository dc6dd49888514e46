import Foundation
import Testing

@testable import GlassfaderDaemon

/// The service manager's end of sd_notify(3).
final class NotifySocket {
    private let descriptor: Int32
    private let path: String
    private(set) var messages: [String] = []

    init(folder: String) throws {
        path = folder + "/notify"
        descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let address = try #require(UnixAddress(path: path))
        try #require(address.call(bind, on: descriptor) == 0)
    }

    deinit {
        close(descriptor)
    }

    /// What a service has to be started with.
    var environment: [String: String] { ["NOTIFY_SOCKET": path] }

    /// Reads messages until one is there, which is a failure if it takes a minute.
    func wait(for message: String) throws {
        let limit = ContinuousClock.now + patience
        while !messages.contains(message) {
            try #require(ContinuousClock.now < limit, "no \(message) among \(messages)")
            var readable = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 100) > 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = recv(descriptor, &buffer, buffer.count, 0)
            messages.append(String(decoding: buffer[..<max(count, 0)], as: UTF8.self))
        }
    }
}
