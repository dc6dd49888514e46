import EventLoop
import Glibc

/// Tells when a file was written, replaced, or linked to another.
///
/// The file's folder is watched, as editors put a new file in the place of the old one; and, where
/// links lead to the file, the folder of each. What happens to other files there is ignored.
final class PanelFileWatch {
    /// A name in a watched folder that leads to the file.
    private struct Place: Hashable {
        let watch: Int32
        let name: String
    }

    /// Why changes are not noticed, for people; nil if they are.
    private(set) var problem: String?

    private let path: String
    private let loop: EventLoop
    private let descriptor: Int32
    private var places: Set<Place> = []
    private var pause = ChangePause()
    private var source: EventSource?
    private var timer: EventSource?

    /// More links in a row the kernel does not follow.
    private static let mostLinks = 40
    /// How much is read in a turn: what else is there comes in the next.
    private static let bytesPerTurn = 16_384

    /// Calls `changed` when the file at a path has changed.
    ///
    /// - Throws: `EventLoopError`. That nothing can be watched is a `problem`.
    init(_ path: String, loop: EventLoop, changed: @escaping () throws -> Void) throws {
        self.path = path
        self.loop = loop
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else {
            problem = "changes of \(path) are not noticed: \(String(cString: strerror(errno)))"
            return
        }
        watchPlaces()
        source = try loop.readable(descriptor) { [unowned self] in try takeNotices() }
        timer = try loop.timer(at: nil) { [unowned self] _ in
            pause.end()
            // A link may lead elsewhere now.
            watchPlaces()
            try changed()
        }
    }

    deinit {
        source = nil
        if descriptor >= 0 { close(descriptor) }
    }

    // MARK: Places

    /// Watches the folder of the file and those of the links that lead to it, and no others.
    private func watchPlaces() {
        let old = Set(places.map(\.watch))
        places = []
        problem = nil
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
            // A folder on the way is of interest only where it is a link.
            if target != nil || rest.isEmpty { watch(folder, name) }
            guard let target else {
                folder = Self.join(folder, name)
                continue
            }
            links += 1
            if target.hasPrefix("/") { folder = "/" }
            rest += target.split(separator: "/").reversed().map(String.init)
        }
        for watch in old.subtracting(places.map(\.watch)) { inotify_rm_watch(descriptor, watch) }
    }

    /// Watching a folder twice gives the same watch.
    private func watch(_ folder: String, _ name: String) {
        let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_ONLYDIR)
        let watch = inotify_add_watch(descriptor, folder, events)
        guard watch >= 0 else {
            problem =
                "changes of \(path) are not noticed: cannot watch \(folder): "
                + String(cString: strerror(errno))
            return
        }
        places.insert(Place(watch: watch, name: name))
    }

    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder == "/" ? "/" + name : folder + "/" + name
    }

    /// Where a link leads to; nil for what is none.
    private static func target(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(buffer)[..<count], as: UTF8.self)
        }
    }

    // MARK: Notices

    private func takeNotices() throws {
        var buffer = [UInt8](repeating: 0, count: Self.bytesPerTurn)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0, FileNotice.all(in: buffer[..<count]).contains(where: concerns) else {
            return
        }
        if let deadline = pause.note(at: loop.now) { try timer?.fire(at: deadline) }
    }

    /// Whether a notice is about the file, or about a link that leads to it.
    private func concerns(_ notice: FileNotice) -> Bool {
        notice.isOverflow || places.contains(Place(watch: notice.watch, name: notice.name))
    }
}
