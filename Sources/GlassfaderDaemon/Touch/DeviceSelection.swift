import Evdev
import Glibc
import Panel

/// Which input devices touch the panel, and how each is read.
struct DeviceSelection {
    /// Empty for every touchscreen.
    let wanted: [DeviceMatch]
    private let input: InputDescription

    /// What the panel file says, unless something else is wanted.
    init(_ input: InputDescription, wanted: [DeviceMatch] = []) {
        self.input = input
        self.wanted = wanted.isEmpty ? input.device.map { [$0] } ?? [] : wanted
    }

    /// Whether a device is to be read. One that is asked for by name need not be what udev calls a
    /// touchscreen: a panel with a mouse button is a mouse to udev.
    func accepts(_ node: TouchscreenNode) -> Bool {
        guard wanted.isEmpty else { return wanted.contains { $0.matches(node) } }
        return node.isTouchscreen || entry(for: node) != nil
    }

    /// How a device is read.
    func touchscreen(at node: TouchscreenNode) -> TouchscreenDescription {
        entry(for: node)?.touchscreen ?? input.touchscreen
    }

    /// How a recording is read, which is plugged in nowhere.
    func touchscreen(ofRecording device: DeviceDescription) -> TouchscreenDescription {
        var node = TouchscreenNode(path: "")
        node.name = device.name
        node.vendor = device.identity.vendor
        node.product = device.identity.product
        return touchscreen(at: node)
    }

    /// The connector that a device's screen must be on; nil if it does not matter.
    func output(of node: TouchscreenNode) -> String? {
        entry(for: node)?.output
    }

    private func entry(for node: TouchscreenNode) -> InputDevice? {
        input.devices.first { $0.match.matches(node) }
    }
}

extension DeviceMatch {
    /// Whether a device is meant.
    func matches(_ node: TouchscreenNode) -> Bool {
        switch self {
        case .node(let path): Self.resolved(path) == node.path
        case .port(let pattern): node.pluggedInto.map(pattern.matches) ?? false
        case .name(let pattern): pattern.matches(node.name)
        case .model(let vendor, let product): node.vendor == vendor && node.product == product
        }
    }

    /// The node that a stable name such as `/dev/input/by-path/…` stands for; the name itself while
    /// it stands for nothing.
    private static func resolved(_ path: String) -> String {
        guard let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}
