import DRM
import Drawing
import Files
import Panel

/// A connector with a screen, as the kernel lists it, or an old framebuffer.
struct ConnectedScreen: Equatable {
    /// `/dev/dri/card0`.
    let node: String
    /// The kernel's driver of the card, such as `vc4`.
    let driver: String
    /// Whether the card was asked for its driver. Otherwise `driver` is that of the device in
    /// sysfs, which may have another name, such as `vc4-drm`.
    var isDriverSure = true
    /// `HDMI-A-1`; `nil` for a framebuffer.
    let connector: String?
    /// The mode that the screen prefers, in pixels.
    let width: Int
    let height: Int
    /// The sizes of its modes, such as `1920x1080`; empty if they are unknown.
    var modes: [String] = []
    /// The size that the screen reports, if it reports one that is possible.
    let millimetres: Size?
    /// The clockwise rotation in degrees with which a picture is upright. The kernel knows it for a
    /// built-in panel from its driver, the device tree, or its list of machines.
    var mounting = 0

    /// The connected screens of all cards. If there are none, those that have modes: a built-in
    /// panel may not report that it is connected. Without a card, the old framebuffers.
    static func all() -> [ConnectedScreen] {
        guard !Card.nodes.isEmpty else { return framebuffers() }
        let screens = Card.nodes.flatMap { node in
            Self.screens(of: node).sorted { $0.screen.rank < $1.screen.rank }
        }
        let connected = screens.filter(\.isConnected)
        return (connected.isEmpty ? screens : connected).map(\.screen)
    }

    /// The old framebuffers. They do not report their size.
    static func framebuffers(in folder: String = "/sys/class/graphics") -> [ConnectedScreen] {
        FolderList.names(in: folder).filter { $0.hasPrefix("fb") && Int($0.dropFirst(2)) != nil }
            .sorted().compactMap { name in
                // A list of modes, such as U:800x480p-60, or memory of "800,960" for two pictures.
                let mode = KernelFile.line("\(folder)/\(name)/modes")
                let memory = KernelFile.line("\(folder)/\(name)/virtual_size")
                let size = (mode ?? memory ?? "").split { !$0.isNumber }.compactMap { Int($0) }
                guard size.count >= 2 else { return nil }
                return ConnectedScreen(
                    node: "/dev/\(name)",
                    driver: KernelFile.line("\(folder)/\(name)/name") ?? "unknown", connector: nil,
                    width: size[0], height: size[1], millimetres: nil)
            }
    }

    private static func screens(
        of node: String
    ) -> [(screen: ConnectedScreen, isConnected: Bool)] {
        let card = String(node.dropFirst("/dev/dri/".count))
        // Only an open card says its driver's name, as [display] has it, and how panels are
        // mounted.
        let open = try? Card(opening: node)
        let connectors = (try? open?.connectors()) ?? []
        let driver =
            open?.driver ?? KernelFile.target("/sys/class/drm/\(card)/device/driver") ?? "unknown"
        let names = FolderList.names(in: "/sys/class/drm").filter { $0.hasPrefix(card + "-") }
        return names.compactMap { name in
            let folder = "/sys/class/drm/\(name)"
            let status = KernelFile.line(folder + "/status")
            // Interlaced ones, such as 1920x1080i, are not used.
            let modes = KernelFile.lines(folder + "/modes")
            guard let mode = modes.first, status != "disconnected" else { return nil }
            let size = mode.split(separator: "x").compactMap { Int($0.prefix(while: \.isNumber)) }
            guard size.count == 2 else { return nil }
            let connector = String(name.dropFirst(card.count + 1))
            let mounting = connectors.first { $0.name == connector }?.mounting
            let screen = ConnectedScreen(
                node: node, driver: driver, isDriverSure: open != nil, connector: connector,
                width: size[0], height: size[1], modes: modes,
                millimetres: DisplayDescription.plausible(
                    millimetres(KernelFile.bytes(folder + "/edid") ?? [])),
                mounting: mounting?.rawValue ?? 0)
            return (screen, status == "connected")
        }
    }

    /// The size in an EDID: that of the first detailed timing, as the kernel reads it, or else the
    /// whole centimetres of the header. See VESA E-EDID 1.4, sections 3.6.2 and 3.10.2.
    static func millimetres(_ edid: [UInt8]) -> Size? {
        guard edid.count >= 128 else { return nil }
        let timing = edid[54..<72].map(Int.init)
        if timing[0] != 0 || timing[1] != 0 {
            let width = timing[12] | (timing[14] & 0xF0) << 4
            let height = timing[13] | (timing[14] & 0x0F) << 8
            if width > 0, height > 0 { return Size(width: Double(width), height: Double(height)) }
        }
        let (width, height) = (Double(edid[21]) * 10, Double(edid[22]) * 10)
        return width > 0 && height > 0 ? Size(width: width, height: height) : nil
    }

    /// What `[display] device` says for it: a name that does not depend on the order in which cards
    /// are found.
    var device: String {
        guard connector != nil else { return "fb:\(node)" }
        let folder = "/dev/dri/by-path"
        let link = FolderList.names(in: folder).map { "\(folder)/\($0)" }
            .first { LinkedPath.resolved($0) == node && $0.hasSuffix("-card") }
        return link ?? node
    }

    /// Whether it has a mode of this size, or may have one.
    func mayShow(_ mode: DisplayMode) -> Bool {
        modes.isEmpty || modes.contains("\(mode.width)x\(mode.height)")
    }

    /// `HDMI-A-1 of /dev/dri/card0 (vc4)`.
    var name: String { (connector.map { "\($0) of " } ?? "") + "\(node) (\(driver))" }

    /// Its place in the order in which the daemon takes the connectors of a card.
    var rank: Int { Connector.rank(ofName: connector ?? "") }
}

extension ConnectedScreen: CustomStringConvertible {
    var description: String {
        let size = millimetres.map { ", \($0.inMillimetres)" } ?? ""
        return "\(name), \(width)x\(height)\(size)"
    }
}
