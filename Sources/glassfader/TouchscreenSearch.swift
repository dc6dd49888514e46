import Evdev
import Files
import Glibc

/// Finds the touchscreens of this machine, if none was named.
struct TouchscreenSearch {
    /// The touchscreens that can be read.
    var found: [TouchscreenNode] = []
    /// The input devices that this user may not open, and that may be touchscreens.
    var closed: [String] = []

    /// Searches once. Does not wait for devices. `isWanted` says which devices to find.
    init(
        in folder: String = "/dev/input",
        where isWanted: @escaping (TouchscreenNode) -> Bool = \.isTouchscreen
    ) throws(TouchscreenFailure) {
        do throws(EvdevError) {
            let finder = try TouchscreenFinder(folder: folder, where: isWanted)
            for change in try finder.readChanges() {
                if case .appeared(let node) = change { found.append(node) }
            }
        } catch {
            throw TouchscreenFailure(error)
        }
        let names = FolderList.names(in: folder).filter { $0.hasPrefix("event") }
        closed = names.map { "\(folder)/\($0)" }
            .filter { access($0, R_OK) != 0 && errno == EACCES }
    }

    /// The result of a search, for tests.
    init(found: [TouchscreenNode], closed: [String]) {
        self.found = found
        self.closed = closed
    }

    /// The path of the only touchscreen.
    func onlyPath() throws(TouchscreenFailure) -> String {
        if found.count == 1 { return found[0].path }
        guard found.isEmpty else {
            let lines = found.sorted { $0.path < $1.path }.map { node in
                "\n  \(node.path)  \(node.name.debugDescription)"
                    + (node.pluggedInto.map { "  at \($0)" } ?? "")
            }
            throw TouchscreenFailure(
                "there are several touchscreens; name one:" + lines.joined(), status: 2)
        }
        guard closed.isEmpty else {
            throw TouchscreenFailure(
                "no touchscreen found, but not permitted to open \(closed.sorted()[0])"
                    + (closed.count > 1 ? " and \(closed.count - 1) more" : "")
                    + ": use sudo, or join the group input", status: 2)
        }
        throw TouchscreenFailure("there is no touchscreen", status: 2)
    }
}
