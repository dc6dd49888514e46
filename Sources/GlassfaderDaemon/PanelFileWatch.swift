import EventLoop
import Glibc

/// Notices when a file is written, replaced, or linked to another.
///
/// Watches the file's folder, since editors replace the old file by a new one, and the folder of
/// each link that leads to the file. Ignores other files in these folders.
final class PanelFileWatch {
    /// A name in a watched folder that leads to the file.
    private struct WatchedName: Equatable {
        let watch: Int32
        let name: String
    }

    /// Why the watch may not notice changes, for people; nil if it does.
    private(set) var problem: String? {
        didSet { if let problem, problem != oldValue { onProblem?(problem) } }
    }
    /// Called when there is a problem that was not there before.
    var onProblem: ((String) -> Void)?

    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private var names: [WatchedName] = []
    private var pause = ChangePause()
    private var source: EventSource?
    private var timer: EventSource?

    /// The greatest number of links in a row that the kernel follows.
    private static let mostLinks = 40
    /// How much to read in one call. The rest makes the descriptor readable again.
    private static let bytesPerTurn = 16_384

    /// Calls `changed` when the file at a path has changed.
    ///
    /// - Throws: `EventLoopError`. A folder that cannot be watched is reported as `problem`.
    init(_ path: String, loop: EventLoop, changed: @escaping () throws -> Void) throws {
        self.path = path
        self.loop = loop
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else {
            problem = "changes of \(path) are not noticed: \(String(cString: strerror(errno)))"
            return
        }
        updateWatches()
        source = try loop.readable(descriptor) { [unowned self] in try readEvents() }
        timer = try loop.timer(at: nil) { [unowned self] _ in
            pause.end()
            // The link may have changed its target.
            updateWatches()
            try changed()
        }
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    // MARK: Watched names

    /// Watches the folder of the file and of each link that leads to it, and removes other watches.
    /// The file is watched again, if a folder that led to it has been replaced.
    ///
    /// With a problem, keeps the former watches: most of them still notice changes.
    func updateWatches() {
        guard descriptor >= 0 else { return }
        let old = names
        names = []
        var problem: String?
        var (folder, name) = Self.split(path)
        var rest = [name]
        var links = 0
        while let next = rest.popLast() {
            name = next
            if name == ".." || name == "." {
                folder = Self.join(folder, name)
                continue
            }
            let target = links < Self.mostLinks ? Self.target(of: Self.join(folder, name)) : nil
            // Intermediate folders matter only if they are links.
            if target != nil || rest.isEmpty { problem = watch(folder, name) ?? problem }
            guard let target else {
                folder = Self.join(folder, name)
                continue
            }
            links += 1
            if target.hasPrefix("/") { folder = "/" }
            rest += target.split(separator: "/").reversed().map(String.init)
        }
        if problem != nil {
            names += old.filter { !names.contains($0) }.prefix(Self.mostLinks)
        }
        for name in old where !names.contains(where: { $0.watch == name.watch }) {
            // Two names may have had one watch; removing it twice is harmless.
            inotify_rm_watch(descriptor, name.watch)
        }
        self.problem = problem
    }

    /// Adds a watch. Adding a folder again returns the same watch.
    ///
    /// For a folder that does not exist, the first one above it that does is watched. Returns why
    /// that is impossible, or nil.
    private func watch(_ folder: String, _ name: String) -> String? {
        let events = UInt32(
            IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_MOVE_SELF | IN_DELETE_SELF | IN_ONLYDIR)
        let watch = inotify_add_watch(descriptor, folder, events)
        guard watch >= 0 else {
            let code = errno
            let (parent, missing) = Self.split(folder)
            if code == ENOENT, !missing.isEmpty, parent != folder {
                return self.watch(parent, missing)
            }
            return "changes of \(path) may not be noticed: cannot watch \(folder): "
                + String(cString: strerror(code))
        }
        names.append(WatchedName(watch: watch, name: name))
        return nil
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }

    /// The target of a link; nil if the path is not a link.
    private static func target(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
        }
    }

    // MARK: Events

    private func readEvents() throws {
        var buffer = [UInt8](repeating: 0, count: Self.bytesPerTurn)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0, FolderEvent.all(in: buffer[..<count]).contains(where: concerns) else {
            return
        }
        try timer?.setDeadline(pause.note(at: loop.now))
    }

    /// Whether an event is about the file, about a link that leads to it, or about the folder of
    /// one, which another may replace.
    private func concerns(_ event: FolderEvent) -> Bool {
        if event.mask & UInt32(IN_MOVE_SELF | IN_DELETE_SELF) != 0 {
            return names.contains { $0.watch == event.watch }
        }
        return event.isOverflow || names.contains(WatchedName(watch: event.watch, name: event.name))
    }
}
