import Glibc

/// The folder of the kernel's event devices, and what comes and goes in it.
///
/// Tells of names only, and of some more than once; what they are is for others to find out.
struct InputFolder: ~Copyable {
    enum Change: Equatable {
        /// A device is there, or is so under other permissions.
        case present(String)
        case vanished(String)
        /// udev wrote something into its database.
        case databaseChanged
    }

    let path: String
    var descriptor: CInt { inotify.descriptor }

    private let inotify: Inotify
    private var devices: FolderWatch
    private var database: FolderWatch
    private var known: Set<String> = []
    private var mustList: Bool

    /// The folder at `path`, which need not exist yet, and udev's own folder.
    init(_ path: String, udevFolder: String) throws(EvdevError) {
        let inotify = try Inotify()
        var devices = FolderWatch(path, for: IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE)
        var database = FolderWatch(udevFolder + "/data", for: IN_MOVED_TO)
        // Watch first and list afterwards: what comes in between is seen twice, not missed.
        _ = try devices.settle(inotify)
        _ = try database.settle(inotify)
        self.path = path
        self.inotify = inotify
        self.devices = devices
        self.database = database
        mustList = true
    }

    /// The changes since the last call; at the first, everything that is there.
    mutating func readChanges() throws(EvdevError) -> [Change] {
        var changes: [Change] = []
        for notice in try inotify.readNotices() {
            read(notice, into: &changes)
        }
        if try devices.settle(inotify) { mustList = true }
        if try database.settle(inotify) { changes.append(.databaseChanged) }
        if mustList { list(into: &changes) }
        mustList = false
        return changes
    }

    private mutating func read(_ notice: Inotify.Notice, into changes: inout [Change]) {
        if notice.has(IN_Q_OVERFLOW) {
            mustList = true
            changes.append(.databaseChanged)
        } else if devices.take(notice) {
            mustList = true
        } else if database.take(notice) {
            // It is looked for again; until then udev does not run.
        } else if notice.watch == database.watch, Self.isInputDatabase(notice.name) {
            changes.append(.databaseChanged)
        } else if notice.watch == devices.watch, Self.isEventDevice(notice.name) {
            if notice.has(IN_DELETE) {
                known.remove(notice.name)
                changes.append(.vanished(notice.name))
            } else {
                known.insert(notice.name)
                changes.append(.present(notice.name))
            }
        }
    }

    private mutating func list(into changes: inout [Change]) {
        let names = Self.eventDevices(in: path)
        for name in known.subtracting(names).sorted() { changes.append(.vanished(name)) }
        for name in names { changes.append(.present(name)) }
        known = Set(names)
    }

    private static func eventDevices(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if isEventDevice(name) { names.append(name) }
        }
        return names.sorted()
    }

    private static func isEventDevice(_ name: String) -> Bool {
        let number = name.dropFirst("event".count)
        return name.hasPrefix("event") && !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    /// Character devices of major number 13 are input devices.
    private static func isInputDatabase(_ name: String) -> Bool {
        name.hasPrefix("c13:")
    }
}
