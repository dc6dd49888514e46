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

    /// Whether there is one.
    package var isThere: Bool { getenv("NOTIFY_SOCKET") != nil }

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

    /// Hands a descriptor to the service manager, which keeps it open and passes it to the process
    /// that comes after this one, however this one ends. Handing over the same one twice does no
    /// harm. See sd_pid_notify_with_fds(3) and `FileDescriptorStoreMax=` in systemd.service(5).
    ///
    /// - Parameter name: what the next process finds it by among `listenDescriptors`.
    package func store(_ descriptor: Int32, as name: String) throws(EventLoopError) {
        var descriptor = descriptor
        try EventLoopError.check(
            sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &descriptor, 1),
            "hand a descriptor to the service manager")
    }

    /// Has the service manager close what was stored under a name.
    package func removeStored(_ name: String) throws(EventLoopError) {
        try notify("FDSTOREREMOVE=1\nFDNAME=\(name)")
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
