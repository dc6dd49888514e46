import EventLoop
import Glibc
import PanelProtocol

/// Prints each event on standard output, as clients get it.
///
/// A reader that is slow gets the newest value of each control, and never holds up the panel.
final class EventPrinter {
    private let descriptor: CInt
    private let loop: EventLoop
    private let snapshot: () -> Snapshot
    private var outbox = Outbox()
    /// `nil` where standard output is always ready, as a file is.
    private var readiness: EventSource?
    private var isClosed = false

    /// Prints to `descriptor`. The snapshot is what a reader gets that fell too far behind.
    init(
        to descriptor: CInt = STDOUT_FILENO, loop: EventLoop, snapshot: @escaping () -> Snapshot
    ) throws {
        self.descriptor = descriptor
        self.loop = loop
        self.snapshot = snapshot
        do throws(EventLoopError) {
            readiness = try loop.ready(descriptor, for: []) { [unowned self] _ in
                try flush(at: loop.now)
            }
        } catch {
            // What epoll cannot wait for never has to be waited for: a file, /dev/null.
            guard error.errno == EPERM else { throw error }
        }
    }

    /// Takes an event in, to be printed at the end of the round.
    func post(_ event: EventLine) {
        if !isClosed { outbox.post(event) }
    }

    /// Prints what there is, as far as it is taken without waiting.
    func flush(at now: Duration) throws {
        while !isClosed, !outbox.isEmpty, canWrite {
            let bytes = outbox.nextBytes(at: now, snapshot: snapshot)
            guard !bytes.isEmpty else { break }
            // Up to PIPE_BUF bytes never block on a pipe that is ready.
            let count = bytes.prefix(Int(PIPE_BUF)).withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                outbox.consumed(count)
            } else if count < 0, errno != EINTR, errno != EAGAIN {
                isClosed = true
            }
        }
        guard let readiness else { return }
        try readiness.watch(for: isClosed || outbox.isEmpty ? [] : .writable)
    }

    private var canWrite: Bool {
        guard readiness != nil else { return true }
        var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        // An error counts: writing is what tells it, and waiting for it would never end.
        return Glibc.poll(&poll, 1, 0) == 1
    }
}
