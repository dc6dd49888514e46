import Glibc

/// The watch of a folder that need not exist: until it does, its nearest ancestor is watched.
struct FolderWatch {
    let path: String
    /// The notices asked for, `IN_CREATE` and so on.
    let mask: Int32

    /// The folder's watch; nil while it does not exist.
    private(set) var watch: CInt?
    private var ancestor: CInt?

    init(_ path: String, for mask: Int32) {
        self.path = path
        self.mask = mask
    }

    /// Watches the folder if it is there now. Returns whether it has just come.
    mutating func settle(_ inotify: borrowing Inotify) throws(EvdevError) -> Bool {
        guard watch == nil else { return false }
        while true {
            watch = try inotify.watch(path, for: mask | IN_MOVE_SELF)
            if watch != nil { return true }
            let nearest = try watchAncestor(inotify)
            guard nearest != ancestor else { return false }
            // It may have been made between the two calls.
            ancestor = nearest
        }
    }

    /// Takes note that the folder has gone, if that is what the notice says.
    mutating func take(_ notice: Inotify.Notice) -> Bool {
        guard notice.watch == watch, notice.has(IN_IGNORED) || notice.has(IN_MOVE_SELF) else {
            return false
        }
        watch = nil
        ancestor = nil
        return true
    }

    private func watchAncestor(_ inotify: borrowing Inotify) throws(EvdevError) -> CInt? {
        var path = Substring(path)
        while let slash = path.lastIndex(of: "/") {
            path = path[..<slash]
            let found = try inotify.watch(
                path.isEmpty ? "/" : String(path), for: IN_CREATE | IN_MOVED_TO)
            if let found { return found }
        }
        return nil
    }
}
