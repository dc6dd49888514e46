import Files
import GlassfaderClient
import Panel
import PanelProtocol

/// Whether the bridges run that the panel file has settings for.
enum BridgeCheck {
    static func examine(_ panel: PanelDescription) -> [Finding] {
        panel.bridges.members.map { member in
            let name = member.key
            let program = "glassfader-\(name)"
            let service = "\(program).service"
            let known = SystemdUnit(service)
            if isOfUser(
                name, system: member.value.object?["system"]?.string,
                hasService: known?.isActive == true, runs: { runs(program) })
            {
                return .note(
                    "bridges",
                    "\(program) runs as a service of the user who has the sound: "
                        + "systemctl --user status \(program)")
            }
            guard let unit = known else {
                return .note("bridges", "systemd does not report whether \(service) runs")
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
                    "\(service) runs but finds no engine (\(unit.status)); start the engine, or "
                        + "correct [bridges.\(name)]; see journalctl -u \(service)"
                )
            }
            return .good("bridges", "\(service) runs: \(unit.status)")
        }
    }

    /// Whether a bridge is a service of the user who has the sound server, which the service manager
    /// of the system does not know.
    ///
    /// - Parameters:
    ///   - system: where it looks for its engine, as its table in the panel file says.
    ///   - hasService: whether the service of the system runs.
    ///   - runs: whether a process of the bridge runs.
    static func isOfUser(
        _ name: String, system: String?, hasService: Bool, runs: () -> Bool
    ) -> Bool {
        switch (name, system ?? "auto") {
        case ("pipewire", _), ("midi", "jack"): true
        // JACK where there is no sequencer.
        case ("midi", "auto"): !hasService && runs()
        default: false
        }
    }

    private static func runs(_ program: String) -> Bool {
        // The kernel keeps 15 bytes of a name.
        FolderList.names(in: "/proc").contains {
            Int32($0) != nil && KernelFile.line("/proc/\($0)/comm") == String(program.prefix(15))
        }
    }
}
