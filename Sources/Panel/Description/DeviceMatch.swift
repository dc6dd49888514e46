package import PanelProtocol

/// Which input devices are selected, as a person writes it.
package enum DeviceMatch: Equatable, Sendable {
    /// A device's node, or a link to it: `/dev/input/event3`, `/dev/input/by-path/…`.
    case node(path: String)
    /// The port of a device: `path:` and a pattern for udev's `ID_PATH`.
    case port(Glob)
    /// The name from a device's driver: `name:` and a pattern.
    case name(Glob)
    /// A model of device: `0eef:0001`, as in the output of `lsusb`.
    case model(vendor: UInt16, product: UInt16)

    /// The valid forms, for messages.
    package static let forms =
        "a node such as /dev/input/event3, path:ID_PATH, name:PATTERN or VENDOR:PRODUCT"

    /// Reads any of the forms; `nil` for other texts.
    package init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .node(path: text)
        } else if let port = text.afterPrefix("path:") {
            self = .port(Glob(port))
        } else if let name = text.afterPrefix("name:") {
            self = .name(Glob(name))
        } else if let model = Self(model: text) {
            self = model
        } else {
            return nil
        }
    }

    /// Whether this selects a device.
    ///
    /// - Parameters:
    ///   - path: The device's node.
    ///   - port: udev's `ID_PATH` of the device, if it has one.
    ///   - name: The name from the device's driver.
    ///   - vendor, product: The numbers of the device's model.
    ///   - resolved: Finds the node that a stable name such as `/dev/input/by-path/…` links to.
    package func matches(
        path: String, port: String?, name: String, vendor: UInt16, product: UInt16,
        resolvingBy resolved: (String) -> String
    ) -> Bool {
        switch self {
        case .node(let node): resolved(node) == path
        case .port(let pattern): port.map(pattern.matches) ?? false
        case .name(let pattern): pattern.matches(name)
        case .model(let wantedVendor, let wantedProduct):
            vendor == wantedVendor && product == wantedProduct
        }
    }

    private init?(model text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...4).contains($0.utf8.count) }),
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        self = .model(vendor: vendor, product: product)
    }
}

extension DeviceMatch: CustomStringConvertible {
    /// The form of a panel file.
    package var description: String {
        switch self {
        case .node(let path): path
        case .port(let pattern): "path:\(pattern.pattern)"
        case .name(let pattern): "name:\(pattern.pattern)"
        case .model(let vendor, let product):
            "\(Self.hexadecimal(vendor)):\(Self.hexadecimal(product))"
        }
    }

    private static func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}

extension String {
    /// The text after a prefix; `nil` if it has another prefix, or nothing follows.
    fileprivate func afterPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) && utf8.count > prefix.utf8.count
            ? String(dropFirst(prefix.count)) : nil
    }
}
