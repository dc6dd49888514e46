import EventLoop
import Glibc

/// Notices that a file was moved into the state folder; see `StateImport`.
///
/// It watches only moves: saving never moves a file, and so never wakes the daemon.
final class ImportWatch {
    /// Why the watch does not notice imports, for people; nil if it does.
    let problem: String?
    private let descriptor: Int32
    private var source: EventSource?

    /// Calls `moved` when a file was moved into the folder.
    ///
    /// - Throws: `EventLoopError`. A folder that cannot be watched is reported as `problem`.
    init(_ folder: String, loop: EventLoop, moved: @escaping () throws -> Void) throws {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        let mask = UInt32(IN_MOVED_TO | IN_ONLYDIR)
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, mask) >= 0 else {
            problem =
                "imports into \(folder) take effect at the next start only: "
                + String(cString: strerror(errno))
            return
        }
        problem = nil
        source = try loop.readable(descriptor) { [descriptor] in
            // The rest makes the descriptor readable again.
            var buffer = [UInt8](repeating: 0, count: 4096)
            if read(descriptor, &buffer, buffer.count) > 0 { try moved() }
        }
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }
}
