import CDRM
import Glibc

/// Notices the kernel's uevents about cards: a monitor was plugged in, a driver was unbound.
///
/// These are the kernel's own messages: those that udev forwards do not reach the service's
/// sandbox. If messages are lost because too many arrive at once, that counts as a change.
package final class CardUevents {
    /// What a uevent reports.
    package enum Change: Hashable {
        /// A card or a connector came, went or changed.
        case changed
        /// The driver has given up the hardware of the card with this node.
        case wedged(node: String)
    }

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

    /// Reads the messages. Returns what they report of cards.
    package func readChanges() -> Set<Change> {
        var buffer = [UInt8](repeating: 0, count: 8192)
        var changes: Set<Change> = []
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
                changes.insert(.changed)
                continue
            }
            guard count > 0 else { return changes }
            // Any process may send to the group. The kernel's port is 0.
            guard sender.nl_pid == 0 else { continue }
            if let change = Self.change(in: buffer[..<count]) { changes.insert(change) }
        }
    }

    /// What a message reports of a card or a connector. It has the form `change@/devices/…`,
    /// followed by `KEY=value` pairs, each ended by a zero byte.
    ///
    /// `WEDGED` lists what the driver needs to go on: `rebind,bus-reset`. With `none` it has
    /// already reset the hardware. See "Device wedging" in `Documentation/gpu/drm-uapi.rst` in the
    /// Linux source.
    static func change(in message: ArraySlice<UInt8>) -> Change? {
        let pairs = message.split(separator: 0).dropFirst()
        guard pairs.contains(where: { $0.elementsEqual("SUBSYSTEM=drm".utf8) }) else { return nil }
        guard let needs = value(of: "WEDGED", in: pairs), needs != "none",
            let name = value(of: "DEVNAME", in: pairs)
        else { return .changed }
        return .wedged(node: "/dev/\(name)")
    }

    private static func value(
        of key: String, in pairs: ArraySlice<ArraySlice<UInt8>>
    ) -> String? {
        let start = "\(key)=".utf8
        return pairs.first { $0.starts(with: start) }.map {
            String(decoding: $0.dropFirst(start.count), as: UTF8.self)
        }
    }
}
