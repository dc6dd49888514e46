package import PanelProtocol

/// Which input devices are meant, as a person writes it.
package enum DeviceMatch: Equatable, Sendable {
    /// A device's node, or a link to it: `/dev/input/event3`, `/dev/input/by-path/…`.
    case node(path: String)
    /// Where a device is plugged in: `path:` and a pattern for udev's `ID_PATH`.
    case port(Glob)
    /// What a device's driver calls it: `name:` and a pattern.
    case name(Glob)
    /// A kind of device: `0eef:0001`, as `lsusb` writes it.
    case model(vendor: UInt16, product: UInt16)

    /// What can be written, for messages.
    package static let forms =
        "a node such as /dev/input/event3, path:ID_PATH, name:PATTERN or VENDOR:PRODUCT"

    /// Reads any of the forms; nil for anything else.
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

    private init?(model text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...4).contains($0.utf8.count) }),
            let vendor = UInt16(parts[0], radix: 16), let product = UInt16(parts[1], radix: 16)
        else { return nil }
        self = .model(vendor: vendor, product: product)
    }
}

extension DeviceMatch: CustomStringConvertible {
    /// As it is written in a panel file.
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
    /// What follows a prefix; nil if something else begins the text, or nothing follows.
    fileprivate func afterPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) && utf8.count > prefix.utf8.count
            ? String(dropFirst(prefix.count)) : nil
    }
}
