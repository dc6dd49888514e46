import CEvdev
import Glibc

/// Finds the touchscreens of this machine, and notices when they come and go.
///
/// Call `readChanges()` once at the start, and then whenever `descriptor` is readable. It works
/// with and without udev, before `/dev/input` exists, and inside a network namespace.
package final class TouchscreenFinder {
    /// A change of a touchscreen.
    package enum Change: Equatable, Sendable {
        case appeared(TouchscreenNode)
        case vanished(path: String)
    }

    private enum Finding {
        case touchscreen(TouchscreenNode)
        case somethingElse
        /// It cannot be opened yet, or udev is still processing it.
        case unfinished
    }

    private let isWanted: (TouchscreenNode) -> Bool
    private var folder: InputFolder
    private let udevControl: String
    private var found: Set<String> = []
    /// The names of those that were forgotten, while their nodes stay.
    private var forgotten: Set<String> = []
    private var unfinished: Set<String> = []

    /// Starts to watch. Examines no device yet.
    ///
    /// - Parameters:
    ///   - path: the folder of the event devices.
    ///   - udevFolder: the folder of udev's database and socket.
    ///   - isWanted: whether to report a device, which need not be a touchscreen.
    /// - Throws: `EvdevError.failed` if inotify is not available.
    package init(
        folder path: String = "/dev/input", udevFolder: String = "/run/udev",
        where isWanted: @escaping (TouchscreenNode) -> Bool = \.isTouchscreen
    ) throws(EvdevError) {
        folder = try InputFolder(path, udevFolder: udevFolder)
        udevControl = udevFolder + "/control"
        self.isWanted = isWanted
    }

    /// Readable when something may have changed.
    package var descriptor: CInt { folder.descriptor }

    /// Returns the touchscreens that have appeared or vanished since the last call.
    package func readChanges() throws(EvdevError) -> [Change] {
        var changes: [Change] = []
        for change in try folder.readChanges() {
            switch change {
            case .present(let name):
                changes += examine(name)
            case .vanished(let name):
                unfinished.remove(name)
                let isForgotten = forgotten.remove(name) != nil
                if found.remove(name) != nil || isForgotten {
                    changes.append(.vanished(path: path(of: name)))
                }
            case .databaseChanged:
                for name in unfinished.sorted() { changes += examine(name) }
            }
        }
        return changes
    }

    /// Returns the touchscreen at a path if it can be opened again. No event reports that for a
    /// device that was revoked while its node stayed.
    package func lookAgain(path: String) -> [Change] {
        guard path.hasPrefix(folder.path + "/") else { return [] }
        return examine(String(path.dropFirst(folder.path.count + 1)))
    }

    /// Forgets a touchscreen that could not be opened, or was revoked while its node stayed. It
    /// appears again when its node changes.
    package func forget(path: String) {
        guard let name = found.first(where: { self.path(of: $0) == path }) else { return }
        found.remove(name)
        forgotten.insert(name)
    }

    private func path(of name: String) -> String { "\(folder.path)/\(name)" }

    private func examine(_ name: String) -> [Change] {
        guard !found.contains(name) else { return [] }
        unfinished.remove(name)
        switch finding(at: path(of: name)) {
        case .touchscreen(let node):
            found.insert(name)
            forgotten.remove(name)
            return [.appeared(node)]
        case .somethingElse:
            return []
        case .unfinished:
            unfinished.insert(name)
            return []
        }
    }

    private func finding(at path: String) -> Finding {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else {
            return .somethingElse
        }
        let record = DeviceRecord(of: path, status)
        if record.isInitialized, !isWanted(record.node) { return .somethingElse }
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            // The node is created first. Its group and mode are set a moment later.
            return [EACCES, EPERM].contains(errno) ? .unfinished : .somethingElse
        }
        defer { close(descriptor) }
        if record.isInitialized { return .touchscreen(record.node) }
        // udev sets the permissions before it writes its database: wait for the database.
        if access(udevControl, F_OK) == 0 { return .unfinished }
        var node = record.node
        node.isTouchscreen = looksLikeTouchscreen(descriptor)
        return isWanted(node) ? .touchscreen(node) : .somethingElse
    }

    private func looksLikeTouchscreen(_ descriptor: CInt) -> Bool {
        var device: OpaquePointer?
        guard libevdev_new_from_fd(descriptor, &device) >= 0, let device else { return false }
        defer { libevdev_free(device) }
        return DeviceDescription(device).looksLikeTouchscreen
    }
}
