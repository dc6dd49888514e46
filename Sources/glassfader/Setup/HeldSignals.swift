import Glibc

/// Holds back the signals that would end this program, until it has put back what it changed.
struct HeldSignals {
    private var signals = sigset_t()

    init() {
        sigemptyset(&signals)
        for number in [SIGHUP, SIGINT, SIGTERM] {
            var action = sigaction()
            sigaction(number, nil, &action)
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            // nohup has one ignored.
            if handler != unsafeBitCast(SIG_IGN, to: Int.self) { sigaddset(&signals, number) }
        }
        var held = signals
        sigprocmask(SIG_BLOCK, &held, nil)
    }

    /// Whether one has come.
    var haveCome: Bool {
        var pending = sigset_t()
        sigemptyset(&pending)
        sigpending(&pending)
        var held = signals
        return [SIGHUP, SIGINT, SIGTERM].contains {
            sigismember(&pending, $0) == 1 && sigismember(&held, $0) == 1
        }
    }

    /// Lets them through. One that has come ends the program.
    func release() {
        var held = signals
        sigprocmask(SIG_UNBLOCK, &held, nil)
    }
}
