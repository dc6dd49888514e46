import Evdev
import Files
import Panel

/// Selects the input devices that touch the panel, and the settings of each.
struct DeviceSelection {
    /// The devices to read; empty for all touchscreens.
    let wanted: [DeviceMatch]
    private let input: InputDescription
    private let seat: String?
    private let isOfAnyScreen: Bool

    /// Uses `wanted` or, if that is empty, the panel file's devices; of one seat if `seat` is set.
    /// With `isOfAnyScreen`, the screen that a device is assigned to does not matter, and all
    /// touchscreens are read beside the panel file's device, which may be gone.
    init(
        _ input: InputDescription, seat: String? = nil, wanted: [DeviceMatch] = [],
        isOfAnyScreen: Bool = false
    ) {
        self.input = input
        self.seat = seat
        self.isOfAnyScreen = isOfAnyScreen
        self.wanted = wanted.isEmpty ? input.device.map { [$0] } ?? [] : wanted
    }

    /// Whether a device must be read. A device that is selected by name need not be a touchscreen
    /// for udev: udev classifies a panel with a mouse button as a mouse.
    func accepts(_ node: TouchscreenNode) -> Bool {
        guard seat == nil || seat == node.seat else { return false }
        if wanted.contains(where: { $0.matches(node) }) { return true }
        guard wanted.isEmpty || isOfAnyScreen else { return false }
        return node.isTouchscreen || entry(for: node) != nil
    }

    /// The settings of a device.
    func touchscreen(at node: TouchscreenNode) -> TouchscreenDescription {
        entry(for: node)?.touchscreen ?? input.touchscreen
    }

    /// The settings of a recorded device, which has no port.
    func touchscreen(ofRecording device: DeviceDescription) -> TouchscreenDescription {
        var node = TouchscreenNode(path: "")
        node.name = device.name
        node.vendor = device.identity.vendor
        node.product = device.identity.product
        return touchscreen(at: node)
    }

    /// The connector that the device is assigned to, by the panel file or else by udev; nil if it
    /// is assigned to none.
    func output(of node: TouchscreenNode) -> String? {
        entry(for: node)?.output ?? node.output
    }

    /// Whether a device touches this screen. A device without an assigned connector touches any
    /// screen.
    func touches(_ screen: TouchedScreen, with node: TouchscreenNode) -> Bool {
        guard !isOfAnyScreen, let output = output(of: node) else { return true }
        return switch screen {
        case .none: false
        case .unnamed: true
        case .connector(let name): name == output
        }
    }

    private func entry(for node: TouchscreenNode) -> InputDevice? {
        input.devices.first { $0.match.matches(node) }
    }
}

extension DeviceMatch {
    /// Whether this selects a device.
    func matches(_ node: TouchscreenNode) -> Bool {
        matches(
            path: node.path, port: node.pluggedInto, name: node.name, vendor: node.vendor,
            product: node.product, resolvingBy: LinkedPath.resolved)
    }
}
