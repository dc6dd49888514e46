import DRM
import Drawing
import Files
import Glibc
import Panel

/// Whether the service can show the panel on a screen.
enum ScreenCheck {
    static func examine(
        _ display: DisplayDescription, _ account: DaemonUser?, _ service: SystemdUnit?,
        setup: String
    ) -> [Finding] {
        switch display.device {
        case .picture(let path):
            return [
                .note("card", "the panel is drawn into \(path), as 'device' under [display] says")
            ]
        case .framebuffer(let node):
            let screen = ConnectedScreen.framebuffers().first { fits($0, display) }
            return [permission(for: node, account), dropIn(for: node, service)].compactMap(\.self)
                + (screen.map { [size(of: $0, display)] } ?? [])
        case .automatic, .card, .driver:
            break
        }
        let nodes = Card.nodes
        guard !nodes.isEmpty else {
            let framebuffer = ConnectedScreen.framebuffers().first?.node
            return [withoutCard(framebuffer: framebuffer, setup: setup)]
        }
        var findings = nodes.map { permission(for: $0, account) }
        let screens = ConnectedScreen.all()
        let wanted = screens.filter { fits($0, display) }
        guard let screen = wanted.first else {
            let others = screens.map(\.name)
            findings.append(
                .wrong(
                    "connector",
                    screens.isEmpty
                        ? "no screen is connected to \(nodes.joined(separator: ", ")); check the "
                            + "cable, and the overlay of the panel in the board's configuration"
                        : "no connected screen is the one of [display]; connected are "
                            + others.joined(separator: ", ")))
            return findings
        }
        findings.append(
            .good(
                "connector",
                "\(screen.name), \(screen.width)x\(screen.height)"
                    + (screen.mounting == 0 || display.rotation != nil
                        ? "" : ", rotated by \(screen.mounting)°, as the kernel reports")))
        if let problem = problem(of: screen, display) { findings.append(problem) }
        findings.append(holder(of: screen.node, besides: service))
        findings.append(size(of: screen, display))
        findings += backlight(of: screen.node, display, account, service)
        return findings
    }

    static func withoutCard(framebuffer: String?, setup: String) -> Finding {
        .wrong(
            "card",
            "there is no card in /dev/dri; the kernel has no driver for the graphics, or does not "
                + "load it: see dmesg | grep drm"
                + (framebuffer.map { "; \(setup) takes the old framebuffer \($0) instead" } ?? ""))
    }

    /// Whether this is the screen that the panel file asks for.
    static func fits(_ screen: ConnectedScreen, _ display: DisplayDescription) -> Bool {
        if let connector = display.connector, connector != screen.connector { return false }
        switch display.device {
        case .automatic: return true
        case .card(let node):
            return LinkedPath.resolved(node) == screen.node
        case .driver(let driver): return driver == screen.driver || !screen.isDriverSure
        case .framebuffer(let node): return LinkedPath.resolved(node) == screen.node
        case .picture: return false
        }
    }

    /// A mode that the screen does not have.
    static func problem(of screen: ConnectedScreen, _ display: DisplayDescription) -> Finding? {
        guard let mode = display.mode, !screen.mayShow(mode) else { return nil }
        var sizes: [String] = []
        for size in screen.modes where !sizes.contains(size) { sizes.append(size) }
        let shown = sizes.prefix(8).joined(separator: ", ") + (sizes.count > 8 ? ", …" : "")
        return .wrong(
            "mode",
            "\(screen.name) has no mode of \(mode.width)x\(mode.height), so that the panel is not "
                + "shown; correct or remove 'mode' under [display]; it has \(shown)")
    }

    private static func permission(for node: String, _ account: DaemonUser?) -> Finding {
        guard access(node, F_OK) == 0 else {
            return .wrong("card", "there is no \(node); correct 'device' under [display]")
        }
        guard account?.mayUse(node, isWriting: true) == false else { return .good("card", node) }
        return .wrong(
            "card",
            "the user \(DaemonUser.name) may not open \(node) "
                + "(\(DaemonUser.permissions(of: node))); udev gives cards to the group "
                + "video: sudo udevadm trigger --subsystem-match="
                + (node.hasPrefix("/dev/fb") ? "graphics" : "drm"))
    }

    /// The service's sandbox has no framebuffers by itself.
    static func dropIn(for node: String, _ service: SystemdUnit?) -> Finding? {
        guard let service, service.isInstalled, !service.hasDropIn("framebuffer.conf") else {
            return nil
        }
        return .wrong(
            "card",
            "the sandbox of \(service.name) has no \(node); sudo install -Dm 644 -t "
                + "/etc/systemd/system/\(service.name).d "
                + "/usr/share/doc/glassfader/variants/framebuffer.conf, and sudo systemctl "
                + "daemon-reload")
    }

    /// Who has the card, besides the daemon of a service. The service manager keeps it for the
    /// daemon.
    static func holder(of node: String, besides service: SystemdUnit?) -> Finding {
        let programs = DeviceHolders(of: node)?.programs ?? []
        guard let other = other(of: programs, besides: service) else {
            return ProcessDescriptors.areReadable
                ? .good("master", "no other program has \(node)")
                : .note(
                    "master",
                    "it cannot be read whether another program has \(node): "
                        + (getuid() == 0
                            ? "this system hides the files of programs, even from root"
                            : "run this with sudo"))
        }
        let unit = SystemdUnit.running(processID: other.processID)
        return .wrong(
            "master",
            "\(other.name.debugDescription) (pid \(other.processID)) has \(node), so that the "
                + "panel is not shown; "
                + (unit.map { "sudo systemctl disable --now \($0)" } ?? "end it"))
    }

    /// The first program that is neither the daemon of a service nor the service manager. Without a
    /// service manager, every daemon may be that of the panel.
    static func other(
        of programs: [(name: String, processID: Int32)], besides service: SystemdUnit?
    ) -> (name: String, processID: Int32)? {
        programs.first { program in
            switch program.name {
            case "systemd", "systemd-logind": false
            case "glassfaderd": service.map { Int(program.processID) != $0.processID } ?? false
            default: true
            }
        }
    }

    private static func size(of screen: ConnectedScreen, _ display: DisplayDescription) -> Finding {
        if let size = display.millimetres {
            return .good("size", "\(size.inMillimetres) by [display] size_mm")
        }
        guard let size = screen.millimetres else {
            return .note(
                "size",
                "the screen does not report its size, so the size of controls and fingers is only "
                    + "assumed; measure it, and set size_mm = [width, height] under [display]")
        }
        return .good("size", "\(size.inMillimetres), as the screen reports")
    }

    private static func backlight(
        of node: String, _ display: DisplayDescription, _ account: DaemonUser?,
        _ service: SystemdUnit?
    ) -> [Finding] {
        let folder = BacklightFolder.path
        let names = FolderList.names(in: folder)
        let name: String
        switch display.backlight {
        case .named(let wanted):
            guard names.contains(wanted) else {
                return [
                    .wrong(
                        "backlight",
                        "there is no \(folder)/\(wanted); "
                            + (names.isEmpty
                                ? "this machine has none: remove 'backlight' under [display]"
                                : "there are " + names.joined(separator: ", ")))
                ]
            }
            name = wanted
        case .automatic:
            let card = node.split(separator: "/").last.map(String.init)
            guard let best = BacklightFolder.best(card: card) else { return [] }
            name = best
        case .none: return []
        }
        let isPermitted = account?.mayUse("\(folder)/\(name)/brightness", isWriting: true)
        return [brightness("\(folder)/\(name)", isPermitted: isPermitted ?? true, service)]
    }

    /// What the service needs to set a brightness: a permission, and a hole in its sandbox.
    static func brightness(
        _ folder: String, isPermitted: Bool, _ service: SystemdUnit?
    ) -> Finding {
        guard isPermitted else {
            return .note(
                "backlight",
                "the service may not write \(folder)/brightness "
                    + "(\(DaemonUser.permissions(of: folder + "/brightness"))); is "
                    + "72-glassfader.rules installed?")
        }
        guard let service, service.isInstalled, !service.mayWriteToKernel(folder) else {
            return .good("backlight", folder)
        }
        return .note(
            "backlight",
            "the sandbox of \(service.name) may not write \(folder)/brightness; copy the drop-in "
                + "/usr/share/doc/glassfader/variants/backlight.conf to "
                + "/etc/systemd/system/\(service.name).d, with this name in it")
    }
}

extension Size {
    /// `154x86 mm`.
    var inMillimetres: String { "\(Int(width.rounded()))x\(Int(height.rounded())) mm" }
}
