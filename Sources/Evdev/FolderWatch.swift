import Glibc

/// Watches a folder. While it does not exist, watches its nearest existing ancestor.
struct FolderWatch {
    let path: String
    /// The inotify events to watch for, such as `IN_CREATE`.
    let mask: Int32

    /// The folder's watch; nil while the folder does not exist.
    private(set) var watch: CInt?
    private var ancestor: CInt?

    init(_ path: String, for mask: Int32) {
        self.path = path
        self.mask = mask
    }

    /// Watches the folder if it exists. Returns whether it has appeared since the last call.
    mutating func update(_ inotify: borrowing Inotify) throws(EvdevError) -> Bool {
        guard watch == nil else { return false }
        while true {
            watch = try inotify.watch(path, for: mask | IN_MOVE_SELF)
            if watch != nil { return true }
            let nearest = try watchAncestor(inotify)
            guard nearest != ancestor else { return false }
            // The folder may have been created between the two calls: try again.
            ancestor = nearest
        }
    }

    /// Handles an event. Returns whether it reports that the folder is gone.
    mutating func handleRemoval(_ event: Inotify.Event) -> Bool {
        guard event.watch == watch, event.has(IN_IGNORED) || event.has(IN_MOVE_SELF) else {
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
