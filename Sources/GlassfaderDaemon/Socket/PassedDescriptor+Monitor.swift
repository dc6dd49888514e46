import EventLoop

extension ServiceManager.PassedDescriptor {
    /// The `FileDescriptorName=` of the read-only socket. Other names are for control sockets.
    static let monitorName = "monitor"

    /// Whether the socket's clients may only read.
    var isMonitor: Bool { name == Self.monitorName }
}
