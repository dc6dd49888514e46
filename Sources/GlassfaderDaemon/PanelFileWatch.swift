import EventLoop
import Glibc

/// Tells when a file was written, replaced, or linked to another.
///
/// The file's folder is watched, as editors put a new file in the place of the old one; and, where
/// the file is a link, the folder of what it leads to.
final class PanelFileWatch {
    /// How long a file is left alone after it was written: some programs write in several steps.
    static let pause = Duration.milliseconds(100)

    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private var source: EventSource?
    private var timer: EventSource?

    /// Calls `changed` when the file at a path has changed.
    ///
    /// - Throws: `EventLoopError`; a folder that cannot be watched is not.
    init(_ path: String, loop: EventLoop, changed: @escaping () throws -> Void) throws {
        self.path = path
        self.loop = loop
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        watchFolders()
        source = try loop.readable(descriptor) { [unowned self] in try takeNotices() }
        timer = try loop.timer(at: nil) { [unowned self] _ in
            // A link may lead elsewhere now.
            watchFolders()
            try changed()
        }
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watching a folder twice is harmless.
    private func watchFolders() {
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR)
        inotify_add_watch(descriptor, Self.folder(of: path), events)
        guard let real = realpath(path, nil) else { return }
        defer { free(real) }
        inotify_add_watch(descriptor, Self.folder(of: String(cString: real)), events)
    }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// What else happens in the folders is found out to be nothing by reading the file.
    private func takeNotices() throws {
        var buffer = [UInt8](repeating: 0, count: 8192)
        while read(descriptor, &buffer, buffer.count) > 0 {}
        try timer?.fire(at: loop.now + Self.pause)
    }
}
