import EventLoop
import Glibc

/// Tells when a state was left in a folder to be taken; see `StateImport`.
///
/// Such a file is moved into its place, which nothing else is there: a panel that saves does not
/// wake anybody up.
final class ImportWatch {
    /// Why nothing that is left is noticed, for people; nil if it is.
    let problem: String?
    private let descriptor: Int32
    private var source: EventSource?

    /// Calls `moved` when a file was moved into the folder.
    ///
    /// - Throws: `EventLoopError`. That the folder cannot be watched is a `problem`.
    init(_ folder: String, loop: EventLoop, moved: @escaping () throws -> Void) throws {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        let mask = UInt32(IN_MOVED_TO | IN_ONLYDIR)
        guard descriptor >= 0, inotify_add_watch(descriptor, folder, mask) >= 0 else {
            problem =
                "imports into \(folder) are taken at the next start only: "
                + String(cString: strerror(errno))
            return
        }
        problem = nil
        source = try loop.readable(descriptor) { [descriptor] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &buffer, buffer.count) > 0 {}
            try moved()
        }
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }
}
