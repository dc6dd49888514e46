import CDRM
import Glibc

/// Tells when the kernel says that something about a card has changed: a monitor was plugged in, a
/// driver was unbound.
///
/// These are the kernel's own messages: those that udev sends on do not come through the service's
/// sandbox. Who missed some, because too many came at once, is told that there were any.
package final class CardUevents {
    /// Readable when there is a message.
    package let descriptor: CInt

    /// The kernel's group; udev's is 2.
    private static let kernelGroup: UInt32 = 1

    /// Begins to listen. Throws where netlink is not allowed.
    package init() throws(DRMError) {
        let type =
            CInt(SOCK_RAW.rawValue) | CInt(SOCK_CLOEXEC.rawValue)
            | CInt(SOCK_NONBLOCK.rawValue)
        descriptor = socket(AF_NETLINK, type, CInt(NETLINK_KOBJECT_UEVENT))
        guard descriptor >= 0 else {
            throw DRMError(cannot: "listen to uevents", on: "/dev/dri", errno: errno)
        }
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = Self.kernelGroup
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
            }
        }
        guard result == 0 else {
            let code = errno
            close(descriptor)
            throw DRMError(cannot: "listen to uevents", on: "/dev/dri", errno: code)
        }
    }

    deinit { close(descriptor) }

    /// Takes in what was said. Returns whether any of it is about a card.
    package func readChanges() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 8192)
        var hasChanged = false
        while true {
            var sender = sockaddr_nl()
            var length = socklen_t(MemoryLayout<sockaddr_nl>.size)
            let count = withUnsafeMutablePointer(to: &sender) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    recvfrom(descriptor, &buffer, buffer.count, 0, $0, &length)
                }
            }
            if count < 0, errno == EINTR { continue }
            // The queue was too short: some are lost, and the others can be read now.
            if count < 0, errno == ENOBUFS {
                hasChanged = true
                continue
            }
            guard count > 0 else { return hasChanged }
            // Any process may send to the group's members; the kernel's port is 0.
            guard sender.nl_pid == 0 else { continue }
            if Self.isAboutCard(buffer[..<count]) { hasChanged = true }
        }
    }

    /// Whether a message, `change@/devices/…` and then `KEY=value` each ended by a zero byte, is
    /// about a card or a connector.
    static func isAboutCard(_ message: ArraySlice<UInt8>) -> Bool {
        message.split(separator: 0).dropFirst().contains { $0.elementsEqual(subsystem) }
    }

    private static let subsystem = Array("SUBSYSTEM=drm".utf8)
}
