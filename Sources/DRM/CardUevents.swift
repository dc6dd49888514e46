import CDRM
import Glibc

/// Notices the kernel's uevents about cards: a monitor was plugged in, a driver was unbound.
///
/// These are the kernel's own messages: those that udev forwards do not reach the service's
/// sandbox. If messages are lost because too many arrive at once, that counts as a change.
package final class CardUevents {
    /// Readable when there is a message.
    package let descriptor: CInt

    /// The kernel's multicast group; udev's is 2.
    private static let kernelGroup: UInt32 = 1

    /// Starts to listen. Throws if netlink is not allowed.
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
            // deinit closes the socket.
            throw DRMError(cannot: "listen to uevents", on: "/dev/dri", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Reads the messages. Returns whether one is about a card.
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
            // Messages were lost; the next ones can be read.
            if count < 0, errno == ENOBUFS {
                hasChanged = true
                continue
            }
            guard count > 0 else { return hasChanged }
            // Any process may send to the group. The kernel's port is 0.
            guard sender.nl_pid == 0 else { continue }
            if Self.isAboutCard(buffer[..<count]) { hasChanged = true }
        }
    }

    /// Whether a message is about a card or a connector. It has the form `change@/devices/…`,
    /// followed by `KEY=value` pairs, each ended by a zero byte.
    static func isAboutCard(_ message: ArraySlice<UInt8>) -> Bool {
        message.split(separator: 0).dropFirst().contains { $0.elementsEqual(subsystem) }
    }

    private static let subsystem = Array("SUBSYSTEM=drm".utf8)
}
