import Glibc

/// Notices that a card appears in `/dev/dri`, or that it may now be opened.
///
/// In the service's sandbox udev's events are not available, but inotify is. A change of a node's
/// permissions arrives as a change of its attributes.
package final class CardFolder {
    /// Readable when something has changed.
    package let descriptor: CInt
    /// Whether to notice also that a program closes a card, our own program included.
    package var watchesClosing = false {
        didSet { if watchesClosing != oldValue { watchFolders() } }
    }

    /// The watch of `/dev`; negative for none.
    private var outerWatch: CInt = -1

    /// Starts to watch. Throws if inotify is not available.
    package init() throws(DRMError) {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw DRMError(cannot: "start inotify", on: "/dev/dri", errno: errno)
        }
        watchFolders()
    }

    deinit { close(descriptor) }

    /// Watches `/dev/dri`, or `/dev` while `/dev/dri` does not exist: it exists only while there
    /// are cards. Adding a watch twice is harmless.
    private func watchFolders() {
        let closing = watchesClosing ? IN_CLOSE_WRITE | IN_CLOSE_NOWRITE : 0
        let events = UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_TO | closing)
        if inotify_add_watch(descriptor, "/dev/dri", events) < 0 {
            outerWatch = inotify_add_watch(descriptor, "/dev", UInt32(IN_CREATE))
        } else if outerWatch >= 0 {
            inotify_rm_watch(descriptor, outerWatch)
            outerWatch = -1
        }
    }

    /// Reads and discards the events. Returns whether there were any.
    package func readChanges() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var hasChanged = false
        while read(descriptor, &buffer, buffer.count) > 0 { hasChanged = true }
        if hasChanged { watchFolders() }
        return hasChanged
    }
}
