import CSystemd
import Glibc

/// The service manager that started this process: sd_notify(3), sd_listen_fds(3).
///
/// Without one, as in a shell, notifications do nothing and no descriptors are passed.
package struct ServiceManager {
    /// A descriptor that the service manager has opened and passed.
    package struct PassedDescriptor: Equatable {
        /// The descriptor. It is close-on-exec, and this process must close it.
        package let descriptor: Int32
        /// Its `FileDescriptorName=` or `FDNAME=`; without one, the socket unit's name or
        /// "unknown".
        package let name: String
    }

    package init() {}

    /// Whether there is a service manager.
    package var isPresent: Bool { getenv("NOTIFY_SOCKET") != nil }

    /// Notifies that starting or reloading is complete.
    package func ready() throws(EventLoopError) {
        try notify("READY=1")
    }

    /// Sets the status line that `systemctl status` shows.
    package func status(_ text: String) throws(EventLoopError) {
        // A line break would begin another assignment.
        let line = text.contains(where: \.isNewline) ? Self.line(of: text) : text
        try notify("STATUS=\(line)")
    }

    private static func line(of text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    /// Notifies that the service has begun to stop.
    package func stopping() throws(EventLoopError) {
        try notify("STOPPING=1")
    }

    /// Stores a descriptor with the service manager, which passes it to the next process of the
    /// service, however this one ends. Storing it twice is harmless. See sd_pid_notify_with_fds(3)
    /// and `FileDescriptorStoreMax=` in systemd.service(5).
    ///
    /// - Parameter name: the descriptor's name among the next process's `listenDescriptors`.
    package func store(_ descriptor: Int32, as name: String) throws(EventLoopError) {
        var descriptor = descriptor
        try EventLoopError.check(
            sd_pid_notify_with_fds(0, 0, "FDSTORE=1\nFDNAME=\(name)", &descriptor, 1),
            "store a descriptor with the service manager")
    }

    /// Makes the service manager close the descriptor that was stored under a name.
    package func removeStored(_ name: String) throws(EventLoopError) {
        try notify("FDSTOREREMOVE=1\nFDNAME=\(name)")
    }

    /// The descriptors that were passed to this process, in the service manager's order.
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
