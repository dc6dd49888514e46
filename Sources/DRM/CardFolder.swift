import Glibc

/// Tells when a card appears in `/dev/dri`, or may be opened at last.
///
/// The service's sandbox hears nothing of udev; inotify works there, and a node's permissions
/// arrive as a change of its attributes.
package final class CardFolder {
    /// Readable when something has changed.
    package let descriptor: CInt

    /// Begins to watch. Throws if the kernel does not let us.
    package init() throws(DRMError) {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw DRMError(cannot: "start inotify", on: "/dev/dri", errno: errno)
        }
        watchFolders()
    }

    deinit { close(descriptor) }

    /// `/dev/dri` is made with the first card: until then, and after the last is gone, `/dev` is
    /// watched for it. Adding a watch twice is harmless.
    private func watchFolders() {
        let events = UInt32(IN_CREATE | IN_ATTRIB | IN_DELETE | IN_MOVED_TO)
        if inotify_add_watch(descriptor, "/dev/dri", events) < 0 {
            _ = inotify_add_watch(descriptor, "/dev", UInt32(IN_CREATE))
        }
    }

    /// Takes in what has happened. Returns whether anything has.
    package func readChanges() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var hasChanged = false
        while read(descriptor, &buffer, buffer.count) > 0 { hasChanged = true }
        if hasChanged { watchFolders() }
        return hasChanged
    }
}
