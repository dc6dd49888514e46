import Glibc

/// Another program that is run, such as `systemctl`.
enum OtherProgram {
    /// How it ended, and what it printed.
    struct Result: Equatable {
        /// The exit status; 128 and the signal's number after a signal.
        let status: Int32
        /// Standard output, at most `largestOutput` bytes.
        let output: String
        /// Standard error, if it was collected.
        var errors = ""
    }

    /// The most that is kept of what a program prints.
    static let largestOutput = 1 << 20

    /// Runs a program of `$PATH` to its end.
    ///
    /// - Parameters:
    ///   - limit: When it is killed, if it has not ended.
    ///   - showsErrors: Whether its errors go to our standard error; else they are collected.
    ///   - signals: What ends it too: when one of them has come, it gets SIGTERM.
    /// - Returns: `nil` if there is no such program, or it did not end in time.
    static func run(
        _ arguments: [String], within limit: Duration = .seconds(10), showsErrors: Bool = false,
        interruptedBy signals: HeldSignals? = nil
    ) -> Result? {
        guard let output = Pipe(), let errors = Pipe() else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writer, STDOUT_FILENO)
        if !showsErrors {
            posix_spawn_file_actions_adddup2(&actions, errors.writer, STDERR_FILENO)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Signals that a loop has blocked are not blocked in the program.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // Ctrl-C and a closed pipe end the program, also while they do not end this one.
        var deadly = sigset_t()
        sigemptyset(&deadly)
        sigaddset(&deadly, SIGINT)
        sigaddset(&deadly, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &deadly)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = arguments.map { strdup($0) }
        defer { for word in words { free(word) } }
        var pid = pid_t()
        guard posix_spawnp(&pid, arguments[0], &actions, &attributes, words + [nil], environ) == 0
        else { return nil }
        output.closeWriter()
        errors.closeWriter()
        let isComplete = read(output, errors, of: pid, until: .now + limit, interruptedBy: signals)
        if !isComplete { kill(pid, SIGKILL) }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 && errno == EINTR {}
        guard isComplete else { return nil }
        let signal = status & 0x7f
        return Result(
            status: signal == 0 ? (status >> 8) & 0xff : 128 + signal, output: output.text,
            errors: errors.text)
    }

    /// Reads until both are closed. Returns whether that was in time.
    private static func read(
        _ output: Pipe, _ errors: Pipe, of pid: pid_t, until end: ContinuousClock.Instant,
        interruptedBy signals: HeldSignals?
    ) -> Bool {
        var (signals, end) = (signals, end)
        while output.isOpen || errors.isOpen {
            var polled = [output, errors].map {
                pollfd(fd: $0.isOpen ? $0.reader : -1, events: Int16(POLLIN), revents: 0)
            }
            let left = (end - .now) / .milliseconds(1)
            guard left > 0 else { return false }
            if signals?.haveCome == true {
                kill(pid, SIGTERM)
                (signals, end) = (nil, min(end, .now + .seconds(5)))
            }
            // A signal that is held wakes nobody up.
            let longest = signals == nil ? 1000.0 : 100
            guard poll(&polled, 2, Int32(min(left, longest).rounded(.up))) >= 0 || errno == EINTR
            else { return false }
            for (pipe, polled) in zip([output, errors], polled) where polled.revents != 0 {
                pipe.read()
            }
        }
        return true
    }

    /// What a program prints.
    private final class Pipe {
        let reader: Int32
        private(set) var writer: Int32
        private(set) var isOpen = true
        private var bytes: [UInt8] = []

        init?() {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            (reader, writer) = (ends[0], ends[1])
        }

        deinit {
            close(reader)
            closeWriter()
        }

        var text: String { String(decoding: bytes, as: UTF8.self) }

        func closeWriter() {
            if writer >= 0 { close(writer) }
            writer = -1
        }

        func read() {
            var buffer = [UInt8](repeating: 0, count: 4096)
            let count = Glibc.read(reader, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer[..<min(count, OtherProgram.largestOutput - bytes.count)]
            } else if count == 0 || errno != EINTR {
                isOpen = false
            }
        }
    }
}
