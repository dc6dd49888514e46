import Glibc
import Testing

@testable import EventLoop

/// These change the environment of the process, so they run one at a time.
@Suite(.serialized)
struct ServiceManagerTests {
    @Test func `messages arrive at the service manager's socket`() throws {
        let socket = try AbstractNotifySocket()
        let manager = ServiceManager()

        try manager.ready()
        try manager.status("two\nlines")
        try manager.stopping()

        #expect(
            socket.messages(3) == ["READY=1", "STATUS=two lines", "STOPPING=1"])
    }

    @Test func `without a service manager nothing is sent and no descriptor was passed`() throws {
        unsetenv("NOTIFY_SOCKET")
        let manager = ServiceManager()

        try manager.ready()

        #expect(try manager.listenDescriptors.isEmpty)
    }

    @Test(.enabled(if: fcntl(3, F_GETFD) >= 0, "needs an open descriptor 3"))
    func `a passed descriptor comes with its name`() throws {
        setenv("LISTEN_PID", "\(getpid())", 1)
        setenv("LISTEN_FDS", "1", 1)
        setenv("LISTEN_FDNAMES", "control", 1)
        defer { for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) } }

        let passed = try ServiceManager().listenDescriptors

        #expect(passed == [.init(descriptor: 3, name: "control")])
    }
}

/// A service manager's end of `NOTIFY_SOCKET`.
private final class AbstractNotifySocket {
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        try #require(descriptor >= 0)
        let name = "glassfader-notify-\(getpid())"
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // A name in the abstract namespace begins with a null byte.
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            for (index, byte) in name.utf8.enumerated() { path[index + 1] = byte }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + 1 + name.utf8.count)
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
        try #require(result == 0)
        setenv("NOTIFY_SOCKET", "@\(name)", 1)
    }

    deinit {
        unsetenv("NOTIFY_SOCKET")
        close(descriptor)
    }

    func messages(_ count: Int) -> [String] {
        (0..<count).map { _ in
            var bytes = [UInt8](repeating: 0, count: 256)
            let length = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            return String(decoding: bytes.prefix(max(length, 0)), as: UTF8.self)
        }
    }
}
