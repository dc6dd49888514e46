import CSystemd
import Glibc

/// The service manager that started us, if one did: sd_notify(3), sd_listen_fds(3).
///
/// Without one (started from a shell) the messages go nowhere and no descriptors were passed.
package struct ServiceManager {
    /// A descriptor that the service manager opened for us.
    package struct PassedDescriptor: Equatable {
        /// The descriptor, close-on-exec, now ours to close.
        package let descriptor: Int32
        /// Its `FileDescriptorName=` or `FDNAME=`; the socket unit's name, or "unknown", if none.
        package let name: String
    }

    package init() {}

    /// Says that starting, or reloading, is done.
    package func ready() throws(EventLoopError) {
        try notify("READY=1")
    }

    /// Says in one line how the service is, for `systemctl status`.
    package func status(_ text: String) throws(EventLoopError) {
        // A line break would begin another assignment.
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        try notify("STATUS=\(line)")
    }

    /// Says that the service has begun to stop.
    package func stopping() throws(EventLoopError) {
        try notify("STOPPING=1")
    }

    /// The descriptors that the service manager passed to this process, in its order.
    package var listenDescriptors: [PassedDescriptor] {
        get throws(EventLoopError) {
            var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
            let count = try EventLoopError.check(
                sd_listen_fds_with_names(0, &names), "take the descriptors of the socket unit")
            defer { free(names) }
            return (0..<Int(count)).map { index in
                let name = names?[index]
                defer { free(name) }
                return PassedDescriptor(
                    descriptor: Int32(SD_LISTEN_FDS_START) + Int32(index),
                    name: name.map { String(cString: $0) } ?? "unknown")
            }
        }
    }

    private func notify(_ message: String) throws(EventLoopError) {
        try EventLoopError.check(sd_notify(0, message), "notify the service manager")
    }
}
