import Glibc

/// Watches the folder of the kernel's event devices.
///
/// Reports only names, some of them repeatedly. The caller must examine the devices.
struct InputFolder: ~Copyable {
    enum Change: Equatable {
        /// A device exists, or its permissions have changed.
        case present(String)
        case vanished(String)
        /// udev has written to its database.
        case databaseChanged
    }

    let path: String
    var descriptor: CInt { inotify.descriptor }

    private let inotify: Inotify
    private var devices: FolderWatch
    private var database: FolderWatch
    private var known: Set<String>
    private var mustList: Bool

    /// Watches the folder at `path`, which need not exist yet, and udev's folder.
    init(_ path: String, udevFolder: String) throws(EvdevError) {
        let inotify = try Inotify()
        var devices = FolderWatch(path, for: IN_CREATE | IN_ATTRIB | IN_MOVED_TO | IN_DELETE)
        var database = FolderWatch(udevFolder + "/data", for: IN_MOVED_TO)
        // Watch before listing: what appears in between is reported twice, but not missed.
        _ = try devices.update(inotify)
        _ = try database.update(inotify)
        self.path = path
        self.inotify = inotify
        self.devices = devices
        self.database = database
        known = []
        mustList = true
    }

    /// The changes since the last call. The first call reports all devices.
    mutating func readChanges() throws(EvdevError) -> [Change] {
        var changes: [Change] = []
        for event in try inotify.readEvents() {
            read(event, into: &changes)
        }
        if try devices.update(inotify) { mustList = true }
        if try database.update(inotify) { changes.append(.databaseChanged) }
        if mustList { list(into: &changes) }
        mustList = false
        return changes
    }

    private mutating func read(_ event: Inotify.Event, into changes: inout [Change]) {
        if event.has(IN_Q_OVERFLOW) {
            mustList = true
            changes.append(.databaseChanged)
        } else if devices.handleRemoval(event) {
            mustList = true
        } else if database.handleRemoval(event) {
            // It is searched for again; while it does not exist, udev does not run.
        } else if event.watch == database.watch, Self.isInputDatabase(event.name) {
            changes.append(.databaseChanged)
        } else if event.watch == devices.watch, Self.isEventDevice(event.name) {
            if event.has(IN_DELETE) {
                known.remove(event.name)
                changes.append(.vanished(event.name))
            } else {
                known.insert(event.name)
                changes.append(.present(event.name))
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

    /// The database's files for character devices of major number 13, which are input devices.
    private static func isInputDatabase(_ name: String) -> Bool {
        name.hasPrefix("c13:")
    }
}
