import Panel

extension PanelDescription {
    /// The keys that differ from `old` and take effect at the next start: a reload does not open
    /// the display or the sockets again.
    func keysForNextStart(since old: PanelDescription) -> [String] {
        let display: [(String, (DisplayDescription) -> AnyHashable)] = [
            ("device", { "\($0.device)" }), ("connector", { $0.connector }),
            ("seat", { $0.seat }),
            ("mode", { $0.mode.map { "\($0)" } }), ("rotate", { $0.rotation }),
            ("format", { $0.format }), ("buffers", { $0.buffers }), ("shadow", { $0.shadow }),
            ("at_exit", { $0.atExit }),
            ("splash", { $0.splash }),
        ]
        let socket: [(String, (SocketDescription) -> AnyHashable)] = [
            ("path", { $0.control.path }), ("mode", { $0.control.mode }),
            ("group", { $0.control.group }), ("monitor", { $0.monitor.map { "\($0)" } }),
        ]
        return display.filter { $0.1(self.display) != $0.1(old.display) }.map { "display." + $0.0 }
            + socket.filter { $0.1(self.socket) != $0.1(old.socket) }.map { "socket." + $0.0 }
    }
}
