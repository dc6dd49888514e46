import Files

/// Whether the service runs, starts at boot, and has the console for itself.
enum UnitCheck {
    static func examine(_ name: String) -> [Finding] {
        guard let unit = SystemdUnit(name) else {
            return [
                .note(
                    "unit",
                    "systemd does not answer, so that the service cannot be seen; on a machine "
                        + "without it, start glassfaderd yourself")
            ]
        }
        return [state(of: unit)] + [login(beside: unit)].compactMap(\.self)
    }

    static func state(of unit: SystemdUnit) -> Finding {
        let name = unit.name
        guard unit.isInstalled else {
            return .wrong(
                "unit", "\(name) is not installed; install the package, or run systemd/install")
        }
        if unit.isMasked {
            return .wrong("unit", "\(name) is masked; sudo systemctl unmask \(name)")
        }
        if unit.isFailed {
            return .wrong(
                "unit",
                "\(name) has failed (\(unit.end)); journalctl -u \(name) says why; then "
                    + "sudo systemctl reset-failed \(name), and start it")
        }
        if unit.isRestarting {
            let times = unit.restarts == 1 ? "once" : "\(unit.restarts) times"
            return .wrong(
                "unit",
                "\(name) has ended (\(unit.end)) and was started again \(times); "
                    + "journalctl -u \(name) says why")
        }
        guard unit.isActive else {
            return .wrong(
                "unit", "\(name) is \(unit.state); start it: sudo systemctl enable --now \(name)")
        }
        guard unit.isEnabled else {
            return .note(
                "unit", "\(name) runs, but not after the next boot; sudo systemctl enable \(name)")
        }
        return .good("unit", "\(name) runs" + (unit.status.isEmpty ? "" : ": \(unit.status)"))
    }

    /// A login prompt on the visible console. The prompt and the service take it from each other.
    private static func login(beside service: SystemdUnit) -> Finding? {
        guard let console = KernelFile.line("/sys/class/tty/tty0/active") else { return nil }
        let name = "getty@\(console).service"
        guard let prompt = SystemdUnit(name), prompt.isActive else {
            return .good("console", "no login prompt on \(console)")
        }
        // Only that of tty1 conflicts with the service. Another one is below the panel, unseen.
        guard !service.isActive else {
            return .note(
                "console",
                "\(console) has a login prompt below the panel, which Ctrl-Alt-F1 leaves; "
                    + "sudo systemctl disable --now \(name)")
        }
        return .wrong(
            "console",
            "the login prompt \(name) holds the console, so the panel is not shown; "
                + "sudo systemctl disable --now \(name), and start the service")
    }
}
