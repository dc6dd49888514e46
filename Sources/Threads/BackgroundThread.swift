import Glibc

/// A thread beside the program's own, for what waits: a disk, a server, a name to be looked up.
///
/// All signals are blocked in it. They are the program's, which may block them later, to read them
/// in its loop.
package struct BackgroundThread: Sendable {
    private let thread: pthread_t

    /// What the thread does.
    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) {
            self.run = run
        }
    }

    /// Starts a thread; `nil` if the system has no more of them, for which `errno` has the reason.
    /// The caller calls `detach()` or `join()` once.
    ///
    /// - Parameter stackSize: In bytes, at least 16384. Default: the system's, 8 MiB.
    package init?(stackSize: Int? = nil, run: sending @escaping () -> Void) {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let result = pthread_create(
            &thread, &attributes,
            { body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard result == 0 else {
            body.release()
            errno = result
            return nil
        }
        self.thread = thread
    }

    /// Lets the thread end by itself.
    package func detach() {
        pthread_detach(thread)
    }

    /// Waits until the thread has ended.
    package func join() {
        pthread_join(thread, nil)
    }
}
