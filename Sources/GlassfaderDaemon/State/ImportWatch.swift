import EventLoop
import Glibc

/// Tells when a state was left in a folder to be taken; see `StateImport`.
///
/// Such a file is moved into its place, which nothing else is there: a panel that saves does not
/// wake anybody up.
final class ImportWatch {
    private let descriptor: Int32
    private var source: EventSource?

    /// Calls `moved` when a file was moved into the folder.
    ///
    /// - Throws: `EventLoopError`; a folder that cannot be watched is not.
    init(_ folder: String, loop: EventLoop, moved: @escaping () throws -> Void) throws {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_TO | IN_ONLYDIR))
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
