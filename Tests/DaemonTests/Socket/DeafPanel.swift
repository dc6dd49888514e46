import Foundation
import Testing

@testable import GlassfaderDaemon

/// Somebody at a socket who greets one client, takes a subscription, and hears nothing more.
final class DeafPanel {
    private let listener: Int32

    /// - Parameter isOpen: Whether what the client sends waits in the socket; else it fails, and
    ///   the connection looks open.
    init(path: String, isOpen: Bool = false) throws {
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let address = try #require(UnixAddress(path: path))
        try #require(address.call(bind, on: listener) == 0 && listen(listener, 1) == 0)
        Thread.detachNewThread { [listener] in
            let client = accept(listener, nil, nil)
            Self.say(
                """
                {"hello":{"server":"glassfader","version":"1.0","protocol":1,"protocol_min":1,\
                "features":[],"panel":"deaf","client":"c1","generation":1,"clock":"monotonic_us",\
                "limits":{"line_bytes":65536,"max_rate_hz":60}}}

                """, to: client)
            var requests = 0
            var buffer = [UInt8](repeating: 0, count: 4096)
            while requests < 2 {
                let count = read(client, &buffer, buffer.count)
                guard count > 0 else { return }
                requests += buffer[..<count].count { $0 == UInt8(ascii: "\n") }
            }
            if !isOpen { shutdown(client, Int32(SHUT_RD)) }
            Self.say(
                """
                {"id":-1,"ok":{"protocol":1,"client":"c1"}}
                {"id":0,"ok":{"subscription":1,"seq":0,"generation":1,"snapshot":{}}}

                """, to: client)
        }
    }

    deinit {
        close(listener)
    }

    private static func say(_ text: String, to client: Int32) {
        _ = write(client, text, text.utf8.count)
    }
}
