import EventLoop

extension ServiceManager.PassedDescriptor {
    /// The `FileDescriptorName=` of the socket for looking only. Any other socket is for looking
    /// and touching.
    static let monitorName = "monitor"

    /// Whether it is for looking only.
    var isMonitor: Bool { name == Self.monitorName }
}
