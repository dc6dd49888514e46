import EventLoop
import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import GlassfaderDaemon

final class ListenerTests {
    private let folder: String
    private let loop: EventLoop
    private var path: String { folder + "/panel.sock" }

    init() throws {
        loop = try EventLoop()
        folder = try TestFiles.makeFolder()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func serve(_ path: String? = nil) throws -> Listener {
        try Listener(path: path ?? self.path, loop: loop) { close($0) }
    }

    private func mode(of path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : nil
    }

    @Test func `a client that connects to the path receives a greeting`() throws {
        let desk = try SocketDesk()
        let listener = try Listener(path: path, loop: desk.loop) { [server = desk.server] in
            try server?.accept($0)
        }
        let client = try #require(SocketClient(path: path))
        try desk.settle()
        #expect(client.lines().first?.hasPrefix(#"{"hello""#) == true)
        #expect(mode(of: path) == S_IFSOCK | 0o660)
        withExtendedLifetime(listener) {}
    }

    @Test func `the socket is removed when the daemon ends`() throws {
        do {
            let listener = try serve()
            #expect(mode(of: path) != nil)
            withExtendedLifetime(listener) {}
        }
        #expect(mode(of: path) == nil)
        #expect(mode(of: path + ".lock") == nil)
    }

    @Test func `a file that looks like a lock but is none is kept, and the error names it`() throws
    {
        let file = path + ".lock"
        try Data("precious".utf8).write(to: URL(filePath: file))
        #expect(throws: ListenerError.notALock(path: path)) { try serve() }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "precious")

        // A crash leaves an empty one.
        try Data().write(to: URL(filePath: file))
        do { withExtendedLifetime(try serve()) {} }
        #expect(mode(of: file) == nil)
    }

    @Test func `the daemon takes over a socket that a dead daemon left`() throws {
        let address = try #require(UnixAddress(path: path))
        let dead = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #expect(address.call(bind, on: dead) == 0)
        close(dead)
        #expect(SocketClient(path: path) == nil)

        let listener = try serve()
        #expect(SocketClient(path: path) != nil)
        withExtendedLifetime(listener) {}
    }

    @Test func `a second daemon is rejected and the first one continues`() throws {
        let first = try serve()
        #expect(throws: ListenerError.alreadyRunning(path: path)) { try serve() }
        #expect(SocketClient(path: path) != nil)
        withExtendedLifetime(first) {}
    }

    @Test func `a socket that another program serves is left alone`() throws {
        let address = try #require(UnixAddress(path: path))
        let other = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(other) }
        #expect(address.call(bind, on: other) == 0)
        #expect(listen(other, 1) == 0)

        #expect(throws: ListenerError.alreadyRunning(path: path)) { try serve() }
        #expect(SocketClient(path: path) != nil)
    }

    @Test func `a file or a link is never removed`() throws {
        try Data("precious".utf8).write(to: URL(filePath: path))
        #expect(throws: ListenerError.notASocket(path: path)) { try serve() }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        #expect(mode(of: path + ".lock") == nil)

        let link = folder + "/link.sock"
        #expect(symlink(path, link) == 0)
        #expect(throws: ListenerError.notASocket(path: link)) { try serve(link) }
        #expect(mode(of: link) != nil)
    }

    @Test func `an impossible path is named in the error`() throws {
        let tooLong = "/tmp/" + String(repeating: "x", count: 103)
        #expect(throws: ListenerError.unusablePath(tooLong)) { try serve(tooLong) }
        #expect(throws: ListenerError.noFolder(folder + "/no/where", errno: ENOENT)) {
            try serve(folder + "/no/where/panel.sock")
        }
        #expect(throws: ListenerError.system(operation: "open \(path).lock", errno: ELOOP)) {
            symlink("elsewhere", path + ".lock")
            _ = try serve()
        }
    }

    @Test func `a folder is created only on request`() throws {
        let inner = folder + "/inner"
        #expect(throws: ListenerError.noFolder(inner, errno: ENOENT)) {
            try serve(inner + "/panel.sock")
        }
        #expect(mode(of: inner) == nil)
        do {
            let listener = try Listener(path: inner + "/panel.sock", makesFolder: true, loop: loop)
            { close($0) }
            withExtendedLifetime(listener) {}
        }
        #expect(mode(of: inner).map { $0 & 0o777 } == 0o755)
    }

    @Test func `a socket from the service manager is used and left in place`() throws {
        let address = try #require(UnixAddress(path: path))
        let given = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #expect(address.call(bind, on: given) == 0)
        #expect(throws: ListenerError.notListening(descriptor: given)) {
            try Listener(descriptor: given, loop: loop) { close($0) }
        }
        #expect(listen(given, 1) == 0)
        var accepted = 0
        do {
            let listener = try Listener(descriptor: given, loop: loop) {
                accepted += 1
                close($0)
            }
            _ = SocketClient(path: path)
            _ = try loop.runOnce(waitingAtMost: .zero)
            withExtendedLifetime(listener) {}
        }
        #expect(accepted == 1)
        #expect(mode(of: path) != nil)
    }

    @Test(arguments: [
        (EAGAIN, AcceptFailure.nothingWaits), (EINTR, .transient), (ECONNABORTED, .transient),
        (EPROTO, .transient), (EMFILE, .outOfDescriptors), (ENFILE, .outOfDescriptors),
        (ENOMEM, .outOfMemory), (ENOBUFS, .outOfMemory), (EPERM, .outOfMemory),
        (EBADF, .permanent), (EINVAL, .permanent), (ENOTSOCK, .permanent),
    ])
    func `only permanent errors end the listening`(errno: Int32, failure: AcceptFailure) {
        #expect(AcceptFailure(errno: errno) == failure)
    }

    @Test func `without free descriptors a client is disconnected, and later served`() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let path = "/tmp/glassfader-\(getpid()).sock"
            var accepted: [Int32] = []
            let listener = try Listener(path: path, loop: loop) { accepted.append($0) }
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            let first = SocketClient(path: path)
            let second = SocketClient(path: path)
            // Below the limit, every number is taken, also those between the process's own.
            let most = rlim_t(256)
            limit.rlim_cur = most
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while dup(0) >= 0 {}
            while try loop.runOnce(waitingAtMost: .zero) {}
            precondition(accepted.isEmpty)
            precondition(first?.waitForEnd() == true && second?.waitForEnd() == true)

            limit.rlim_cur = most + 8
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let third = SocketClient(path: path)
            while try loop.runOnce(waitingAtMost: .zero) {}
            precondition(third != nil && accepted.count == 1)
            withExtendedLifetime(listener) {}
        }
    }

    @Test func `a client that cannot even be rejected is logged once, and served later`() async {
        await #expect(processExitsWith: .success) {
            let loop = try EventLoop()
            let path = "/tmp/glassfader-\(getpid()).sock"
            let most = rlim_t(256)
            // The spare descriptor's number will be beyond the limit: to close it does not help.
            for _ in 0..<most { dup(0) }
            var accepted: [Int32] = []
            var pauses: [ListenerError] = []
            let listener = try Listener(
                path: path, loop: loop, accepted: { accepted.append($0) },
                outOfDescriptors: { _ in preconditionFailure("a client was rejected") },
                paused: { pauses.append($0) })
            let client = SocketClient(path: path)
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let former = limit.rlim_cur
            limit.rlim_cur = most
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)

            // Until it has tried again, and again.
            let limitOfTime = ContinuousClock.now + .milliseconds(250)
            var turns = 0
            while ContinuousClock.now < limitOfTime {
                if try loop.runOnce(waitingAtMost: .milliseconds(250)) { turns += 1 }
            }
            precondition(turns < 10, "\(turns) turns")
            precondition(pauses == [.system(operation: "accept a connection", errno: EMFILE)])

            limit.rlim_cur = former
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let end = ContinuousClock.now + patience
            while accepted.isEmpty, ContinuousClock.now < end {
                try loop.runOnce(waitingAtMost: .milliseconds(250))
            }
            precondition(client != nil && accepted.count == 1)
            withExtendedLifetime(listener) {}
        }
    }
}
