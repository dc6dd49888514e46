/// The display device, from a panel file or a command line.
package enum DisplayDevice: Equatable, Sendable {
    /// The first card with a monitor.
    case automatic
    /// A card by its node, or by a link to it such as `/dev/dri/by-path/platform-gpu-card`.
    case card(node: String)
    /// The card with this kernel driver, such as `vc4`.
    case driver(String)
    /// A legacy framebuffer, by its node.
    case framebuffer(node: String)
    /// No screen: a bitmap in memory, which is written to a file.
    case picture(path: String)

    /// Reads one of the `forms`; `nil` for other texts.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch (parts[0], parts.count == 2) {
        case ("auto", false):
            self = .automatic
        case (_, _) where text.hasPrefix("/"):
            self = .card(node: text)
        case ("driver", true) where Self.isDriver(value):
            self = .driver(value)
        case ("fb", true) where value.hasPrefix("/"):
            self = .framebuffer(node: value)
        case ("png", true) where !value.isEmpty:
            self = .picture(path: value)
        default:
            return nil
        }
    }

    /// The path of the picture file, if there is no screen.
    package var picturePath: String? {
        if case .picture(let path) = self { path } else { nil }
    }

    /// The valid forms, for messages.
    package static let forms =
        "a card such as \"/dev/dri/card0\", \"driver:vc4\", \"fb:/dev/fb0\" or \"png:FILE\""

    private static func isDriver(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy {
                (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                    || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            }
    }
}
