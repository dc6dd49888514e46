import Files
import GlassfaderClient
import Glibc
import Panel
import PanelProtocol

/// Whether the bridges run that the panel file has settings for.
enum BridgeCheck {
    /// The bridges of the package glassfader-bridges.
    private static let shipped = ["alsa", "midi", "osc", "pipewire"]

    static func examine(_ panel: PanelDescription) -> [Finding] {
        panel.bridges.members.map { member in
            let name = member.key
            guard shipped.contains(name) else { return ofOthers(name) }
            let program = "glassfader-\(name)"
            let service = "\(program).service"
            let known = SystemdUnit(service)
            if isOfUser(
                name, system: member.value.object?["system"]?.string,
                hasService: known?.isActive == true, runs: { runs(program) })
            {
                return ofUser(name, runs: runs(program), isInstalled: isInstalled(program))
            }
            guard let unit = known else {
                return .note("bridges", "systemd does not report whether \(service) runs")
            }
            guard unit.isInstalled else { return missing(service, of: name) }
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

    /// A bridge that somebody else has made: its program and its service may have any name.
    private static func ofOthers(_ name: String) -> Finding {
        .note(
            "bridges",
            "[bridges.\(name)] is for a bridge that is not one of Glassfader's, which are "
                + shipped.joined(separator: ", ") + "; whether it runs is not checked")
    }

    /// A bridge that is a service of a user.
    static func ofUser(_ name: String, runs: Bool, isInstalled: Bool) -> Finding {
        let program = "glassfader-\(name)"
        if runs {
            return .good("bridges", "\(program) runs, as a service of the user who has the sound")
        }
        guard isInstalled else { return missing(program, of: name) }
        return .wrong(
            "bridges",
            "the panel file has [bridges.\(name)], and \(program) does not run; as the user who "
                + "has the sound: systemctl --user enable --now \(program)")
    }

    private static func missing(_ program: String, of name: String) -> Finding {
        .wrong(
            "bridges",
            "the panel file has [bridges.\(name)], and there is no \(program); install the "
                + "package glassfader-bridges")
    }

    /// Whether a bridge is a service of the user who has the sound server, which the service
    /// manager of the system does not know.
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

    private static func isInstalled(_ program: String) -> Bool {
        ["/usr/bin", "/usr/local/bin"].contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
