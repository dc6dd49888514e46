import Glibc
import Synchronization
import Testing
import Threads

/// Threads beside the program's own.
struct BackgroundThreadTests {
    private final class Blocked: Sendable {
        let signals = Mutex<[Int32]>([])
    }

    @Test(arguments: [nil, 256 << 10])
    func `a thread does its work, and takes no signal of the program`(stackSize: Int?) throws {
        let program = [SIGHUP, SIGINT, SIGUSR1, SIGALRM, SIGTERM, SIGCHLD]
        let blocked = Blocked()
        let thread = try #require(
            BackgroundThread(stackSize: stackSize) {
                var mask = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &mask)
                blocked.signals.withLock { $0 = program.filter { sigismember(&mask, $0) == 1 } }
            })
        thread.join()
        #expect(blocked.signals.withLock { $0 } == program)
    }
}
