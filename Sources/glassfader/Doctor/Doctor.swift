import Drawing
import Panel
import PanelProtocol

/// All checks of a panel and the machine that it is on.
struct Doctor {
    /// The panel file.
    let file: String
    /// The service that shows the panel.
    let unit: String
    /// Its socket; `nil` for the default path.
    let socket: String?
    private let givenSocket: String?

    /// The service of the only panel.
    static let defaultUnit = "glassfaderd.service"

    /// The checks of the panel that a service shows. Of `glassfaderd@left.service`, the panel file
    /// and the socket are those that are called `left`.
    init(unit: String, file: String? = nil, socket: String? = nil) {
        self.unit = unit
        let instance = Self.panel(of: unit)
        self.file = file ?? "/etc/glassfader/\(instance ?? "panel").toml"
        givenSocket = socket
        self.socket = socket ?? instance.map { "/run/glassfader/\($0).sock" }
    }

    /// The name of the panel of several that a service shows; `nil` for the only panel.
    private static func panel(of unit: String) -> Substring? {
        let name = unit.hasSuffix(".service") ? unit.dropLast(".service".count) : unit[...]
        return name.firstIndex(of: "@").map { name[name.index(after: $0)...] }
    }

    /// Why no panel can have this service; `nil` if one can.
    static func problem(withUnit unit: String) -> String? {
        guard let panel = panel(of: unit) else { return nil }
        if panel.isEmpty || panel.contains("/") {
            return "'\(unit)' names no panel: expected a name such as glassfaderd@left.service"
        }
        guard ["monitor", "glassfader"].contains(panel) || panel.hasSuffix("-monitor") else {
            return nil
        }
        return "no panel can have the name '\(panel)': its socket would be that of another one"
    }

    /// What sets up this panel.
    var setupCommand: String {
        "sudo glassfader setup" + (unit == Self.defaultUnit ? "" : " --unit \(unit)")
    }

    /// What the checks have found, in the order in which one thing needs another.
    func findings() -> [Finding] {
        let account = DaemonUser()
        let service = SystemdUnit(unit)
        let (file, panel) = PanelFileCheck.examine(file, account, service, setup: setupCommand)
        let display = panel?.display ?? DisplayDescription()
        let input = panel?.input ?? InputDescription()
        let screens = ConnectedScreen.all() + ConnectedScreen.framebuffers()
        let screen = screens.first { ScreenCheck.fits($0, display) }
        let (answer, reply) =
            service.flatMap { SocketCheck.examineStopped($0, at: givenSocket) }
            ?? SocketCheck.examine(socket, unit: unit)

        var findings = file
        findings += AccountCheck.examine(account)
        findings += ScreenCheck.examine(display, account, service, setup: setupCommand)
        findings += TouchCheck.examine(
            input, account, screen: screen, seat: display.seat,
            isMeasured: display.millimetres != nil, setup: setupCommand)
        findings += UnitCheck.examine(unit)
        findings += answer
        findings += reply.flatMap(SocketCheck.absence).map { [$0] } ?? []
        if let folder = service?.stateFolder {
            findings.append(StateCheck.examine(folder, account))
        }
        if let panel { findings += BridgeCheck.examine(panel) }
        return findings
    }
}
