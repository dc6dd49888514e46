import EventLoop
import Glibc
import PanelProtocol

/// Prints each event on standard output, as it is sent to clients.
///
/// A slow reader gets the newest value of each control. It never makes the panel wait.
final class EventPrinter {
    private let output: TerminalOutput
    private let loop: EventLoop
    private let log: Log
    private let snapshot: () -> Snapshot
    private var outbox = Outbox()
    /// `nil` where standard output is always ready, as a file is.
    private var readiness: EventSource?
    /// Retries a write that a terminal rejected although it was ready.
    private var retry: EventSource?
    private var isClosed = false
    private static let retryInterval = Duration.milliseconds(50)

    /// Prints to `descriptor`. If the reader is too far behind, prints `snapshot` instead.
    init(
        to descriptor: CInt = STDOUT_FILENO, loop: EventLoop, log: Log,
        snapshot: @escaping () -> Snapshot
    ) throws {
        output = TerminalOutput(descriptor)
        self.loop = loop
        self.log = log
        self.snapshot = snapshot
        do throws(EventLoopError) {
            readiness = try loop.ready(output.descriptor, for: []) { [unowned self] _ in
                try flush(at: loop.now)
            }
        } catch {
            // epoll rejects files and /dev/null with EPERM: these never block.
            guard error.errno == EPERM else { throw error }
        }
        retry = try loop.timer(at: nil, accuracy: .milliseconds(10)) { [unowned self] now in
            try flush(at: now)
        }
    }

    /// Queues an event until the end of the round.
    func post(_ event: EventLine) {
        if !isClosed { outbox.post(event) }
    }

    /// Writes queued events until a write would block.
    func flush(at now: Duration) throws {
        // A terminal may have space for one byte, and not take two.
        var isStuck = false
        while !isClosed, !outbox.isEmpty, canWrite {
            let bytes = outbox.nextBytes(at: now, snapshot: snapshot)
            guard !bytes.isEmpty else { break }
            // A write of up to PIPE_BUF bytes never blocks on a pipe that is ready.
            let count = bytes.prefix(Int(PIPE_BUF)).withUnsafeBytes {
                write(output.descriptor, $0.baseAddress, $0.count)
            }
            if count > 0 {
                outbox.consumed(count)
            } else if count < 0, errno != EINTR {
                isStuck = errno == EAGAIN
                if isStuck { break }
                isClosed = true
                log(
                    "no more events are printed: cannot write to standard output: "
                        + String(cString: strerror(errno)), .error)
            }
        }
        if isStuck { try retry?.fire(at: now + Self.retryInterval) }
        guard let readiness else { return }
        try readiness.watch(for: isClosed || isStuck || outbox.isEmpty ? [] : .writable)
    }

    private var canWrite: Bool {
        guard readiness != nil else { return true }
        var poll = pollfd(fd: output.descriptor, events: Int16(POLLOUT), revents: 0)
        // An error counts as ready: only write() reports it, and waiting would never end.
        return Glibc.poll(&poll, 1, 0) == 1
    }
}
