import GlassfaderClient
import Panel

/// Whether the bridges run that the panel file has settings for.
enum BridgeCheck {
    /// Bridges that run as a service of the user who has the sound server.
    private static let ofUsers = ["pipewire"]

    static func examine(_ panel: PanelDescription) -> [Finding] {
        panel.bridges.members.map(\.key).map { name in
            let program = "glassfader-\(name)"
            if Self.ofUsers.contains(name) {
                return .note(
                    "bridges",
                    "\(program) runs as a service of the user who has the sound: "
                        + "systemctl --user status \(program)")
            }
            let service = "\(program).service"
            guard let unit = SystemdUnit(service) else {
                return .note("bridges", "systemd does not say whether \(service) runs")
            }
            guard unit.isInstalled else {
                return .wrong(
                    "bridges",
                    "the panel file has [bridges.\(name)], and there is no \(service); install "
                        + "the package glassfader-bridges")
            }
            guard unit.isActive else {
                return .wrong(
                    "bridges",
                    "the panel file has [bridges.\(name)], and \(service) is \(unit.state); "
                        + "sudo systemctl enable --now \(service)")
            }
            guard BridgeStatus(unit.status)?.hasEngine ?? true else {
                return .wrong(
                    "bridges",
                    "\(service) runs, and no engine answers (\(unit.status)); start the engine, or "
                        + "correct [bridges.\(name)]; what it looks for says journalctl -u \(service)"
                )
            }
            return .good("bridges", "\(service) runs: \(unit.status)")
        }
    }
}
