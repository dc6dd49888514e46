import Glibc

/// Where a program's log goes: to the journal, with levels and fields, if that is what standard
/// error is connected to; else to standard error, as lines of text.
///
/// Writing never waits. sd_journal_sendv(3) would: its socket blocks while the journal's queue is
/// full, for example if the journal hangs, and then the panel would hang, too. Entries that the
/// journal does not accept are lost. The next accepted entry follows one with the number of lost
/// entries.
///
/// The journal gets at most 50 entries at once and then 5 a second, however often something
/// happens.
package final class LogOutput {
    /// How long `finish()` waits for the journal.
    private static let longestFinish = Duration.milliseconds(100)
    private static let journalPath = "/run/systemd/journal/socket"

    private let name: String
    /// The journal's socket; nil to write lines.
    private let socket: Int32?
    private let path: String
    private let output: TerminalOutput
    private var lost = 0
    /// Whether the end of a line is missing.
    private var isCut = false
    private var rate = LogRate(burst: 50, interval: .milliseconds(200))

    /// A log of the program of this name.
    ///
    /// - Parameters:
    ///   - journal: the journal's socket; nil to write lines. By default, what standard error is
    ///     connected to decides.
    ///   - descriptor: where lines are written.
    package init(
        name: String,
        journal: String? = LogOutput.isStandardErrorJournal ? LogOutput.journalPath : nil,
        to descriptor: CInt = STDERR_FILENO
    ) {
        self.name = name
        output = TerminalOutput(descriptor)
        path = journal ?? ""
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let socket = journal == nil ? -1 : Glibc.socket(AF_UNIX, type, 0)
        self.socket = socket < 0 ? nil : socket
    }

    deinit {
        if let socket { close(socket) }
    }

    /// Whether standard error is connected to the journal: see `$JOURNAL_STREAM` in
    /// systemd.exec(5).
    package static var isStandardErrorJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0
            && String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }

    /// Writes an entry, or counts it as lost.
    ///
    /// - Parameters:
    ///   - time: The present time, on the monotonic clock.
    ///   - isLast: Whether the program ends with it. Then the rate does not matter.
    package func write(
        _ entry: LogEntry, at time: Duration = EventLoop.monotonicTime, isLast: Bool = false
    ) {
        guard socket == nil || isLast || rate.admit(at: time) != nil else {
            lost += 1
            return
        }
        if lost > 0 {
            let entries = lost == 1 ? "1 entry of the log was" : "\(lost) entries of the log were"
            if take(LogEntry("\(entries) lost", .warning)) { lost = 0 }
        }
        if !take(entry) { lost += 1 }
    }

    /// Waits until the journal has read everything, but not for long. The journal looks up the unit
    /// of a process when it reads an entry, which is too late once the process has ended.
    package func finish() {
        guard let socket else { return }
        let end = EventLoop.monotonicTime + Self.longestFinish
        while EventLoop.monotonicTime < end {
            var unread: Int32 = 0
            guard ioctl(socket, UInt(TIOCOUTQ), &unread) == 0, unread > 0 else { return }
            usleep(1000)
        }
    }

    private func take(_ entry: LogEntry) -> Bool {
        guard let socket else { return write(entry.lines(from: name)) }
        if send(entry.datagram(from: name), to: socket) { return true }
        // Its queue is full. Standard error, which it reads too, may block.
        if errno == EAGAIN { return false }
        // There is no such socket in this sandbox, for example.
        return write(entry.lines(from: name, hasLevel: true))
    }

    private func send(_ datagram: [UInt8], to socket: Int32) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafeBytes(of: &address) { address in
            sendto(
                socket, datagram, datagram.count,
                Int32(MSG_DONTWAIT | MSG_NOSIGNAL),
                address.assumingMemoryBound(to: sockaddr.self).baseAddress,
                socklen_t(address.count)) >= 0
        }
    }

    /// A line fits into a pipe that has room.
    private func write(_ lines: [String]) -> Bool {
        for line in lines {
            var ready = pollfd(fd: output.descriptor, events: Int16(POLLOUT), revents: 0)
            let bytes = Array(((isCut ? "\n" : "") + line).utf8)
            guard poll(&ready, 1, 0) > 0 else { return false }
            let count = Glibc.write(output.descriptor, bytes, bytes.count)
            guard count >= 0 else { return false }
            // A terminal may have room for a part.
            isCut = count < bytes.count
            if isCut { return false }
        }
        return true
    }
}
