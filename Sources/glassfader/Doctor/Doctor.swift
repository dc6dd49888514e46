import Drawing
import Panel
import PanelProtocol

/// All checks of a panel and the machine that it is on.
struct Doctor {
    /// The panel file.
    var file = "/etc/glassfader/panel.toml"
    /// The service that shows the panel.
    var unit = "glassfaderd.service"
    /// Its socket; `nil` for the default path.
    var socket: String?

    /// What the checks have found, in the order in which one thing needs another.
    func findings() -> [Finding] {
        let account = DaemonUser()
        let (file, panel) = PanelFileCheck.examine(file)
        let display = panel?.display ?? DisplayDescription()
        let input = panel?.input ?? InputDescription()
        let screens = ConnectedScreen.all() + ConnectedScreen.framebuffers()
        let screen = screens.first { ScreenCheck.fits($0, display) }
        let service = SystemdUnit(unit)
        let (answer, reply) = SocketCheck.examine(socket)

        var findings = file
        findings += AccountCheck.examine(account)
        findings += ScreenCheck.examine(display, account, service)
        findings += TouchCheck.examine(
            input, account, screen: screen, isMeasured: display.millimetres != nil)
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
