import EventLoop
import Foundation
import Testing

@testable import GlassfaderDaemon

/// The real server of two faders on a socket, on a thread of its own, until it is stopped.
final class ThreadedServer {
    private let done = DispatchSemaphore(value: 0)
    private let stopWriting: Int32
    private let stopReading: Int32
    private var isStopped = false

    /// Serves a path once this returns.
    init(path: String) throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        stopReading = ends[0]
        stopWriting = ends[1]
        let ready = DispatchSemaphore(value: 0)
        Thread.detachNewThread { [stopReading, done] in
            do {
                let desk = try SocketDesk(loop: EventLoop())
                let listener = try Listener(path: path, loop: desk.loop) {
                    [server = desk.server] in try server?.accept($0)
                }
                let stopped = try desk.loop.readable(stopReading) { [loop = desk.loop] in
                    loop.exit()
                }
                ready.signal()
                try desk.loop.run()
                desk.server.close(.shutdown)
                withExtendedLifetime((listener, stopped)) {}
            } catch {
                Issue.record(error)
                ready.signal()
            }
            done.signal()
        }
        ready.wait()
    }

    deinit {
        stop()
        close(stopReading)
    }

    /// Ends the panel as the daemon ends.
    func stop() {
        guard !isStopped else { return }
        isStopped = true
        close(stopWriting)
        done.wait()
    }
}
