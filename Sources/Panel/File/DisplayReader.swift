import Drawing
import PanelProtocol

extension DisplayDescription {
    static let options = OptionTable(of: DisplayDescription()) {
        PanelOption(
            "device", \.device, .displayDevice,
            otherwise: "\"auto\": the first card with a monitor",
            "What shows the panel: a card such as \"/dev/dri/card0\", \"driver:vc4\", an old framebuffer such as \"fb:/dev/fb0\", or a file, \"png:FILE\". Only a card has a connector, a mode, buffers, shadow and at_exit."
        )
        PanelOption(
            "connector", \.connector, .kernelName(such: "HDMI-A-1"),
            otherwise: "built-in panels before monitors", "The connector of the card.")
        PanelOption(
            "seat", \.seat, .kernelName(such: "seat1"), otherwise: "any",
            "The seat of the card and of the touchscreens, as udev and loginctl assign them.")
        PanelOption(
            "mode", \.mode, .displayMode, otherwise: "the one that the monitor prefers",
            "The size, and perhaps the refresh rate.")
        PanelOption(
            "rotate", \.rotation, .one(of: [0, 90, 180, 270], within: 0...359), unit: "degrees",
            otherwise: "the mounting that the display reports",
            "The clockwise rotation of the picture. Touches are rotated too.")
        PanelOption(
            "format", \.format, .choice([.automatic: "the first format that the display supports"]),
            "How pixels are stored.")
        PanelOption(
            "buffers", \.buffers, .integer(in: 2...3),
            "The number of buffers in the memory of the display.")
        PanelOption(
            "shadow", \.shadow,
            .choice([.automatic: "if the memory of the display is slow to read"]),
            "Whether the picture is first drawn in the processor's memory.")
        PanelOption(
            "splash", \.splash, .splash, otherwise: "none: what was there before stays",
            "A PNG that the screen shows while the daemon starts: in the middle of the theme's background, and never enlarged."
        )
        PanelOption(
            "at_exit", \.atExit,
            .choice([.restore: "what was there before", .keep: "the last picture"]),
            "What the screen shows after the daemon has ended.")
        PanelOption(
            "size_mm", \.millimetres, .millimetres, unit: "mm",
            otherwise: "as the display says", "The size of the screen before rotation.")
        PanelOption(
            "backlight", \.backlight, .backlight,
            "The backlight: a folder of /sys/class/backlight, \"auto\" or \"none\".")
        PanelOption(
            "brightness", \.brightness, .number(in: brightnesses), unit: "percent",
            otherwise: "as it is", "The brightness of the backlight."
        ).exceptWhen("backlight", is: "\"none\"")
        PanelOption(
            "dim", \.dim, .table(Dim.options, of: Dim()), otherwise: "never",
            "Dims the backlight after a time without a touch."
        ).exceptWhen("backlight", is: "\"none\"")
        PanelOption(
            "blank", \.blank, .table(Blank.options, of: Blank()), otherwise: "never",
            "Blanks the screen after a time without a touch.")
        PanelOption(
            "late_latching", \.latchesLate, .flag,
            "Whether the parts under a finger are drawn just before the display shows them.")
        PanelOption(
            "page_bar", \.hasPageBar, .flag,
            "Whether a panel with several pages, and no control for them, has a bar.")
    }

    /// Reads `[display]`.
    init(_ fields: inout TableFields) {
        self.init()
        Self.options.read(&fields).apply(to: &self)
        if let dim, let blank, dim.after >= blank.after {
            fields.error(
                "'dim' comes after \(written(dim.after)) s, "
                    + "and must come before 'blank', after \(written(blank.after)) s", at: "dim")
        }
        noteWhatNeedsCard(in: &fields)
    }

    /// Warns of keys that apply only to a card, if the display is not a card.
    private func noteWhatNeedsCard(in fields: inout TableFields) {
        let keys = ["connector", "mode", "buffers", "shadow", "at_exit"]
        switch device {
        case .automatic, .card, .driver: break
        case .framebuffer: fields.noteNotInEffect(keys, because: "'device' is an old framebuffer")
        case .picture:
            fields.noteNotInEffect(keys + ["format", "splash"], because: "'device' is a file")
        }
    }
}

extension DisplayDescription.Dim {
    static let options = OptionTable(of: Self()) {
        PanelOption.after(\.after)
        PanelOption(
            "brightness", \.brightness, .number(in: DisplayDescription.brightnesses),
            unit: "percent",
            "The brightness while it is dimmed. A screen without \"brightness\" that is as dim as this at the start becomes bright: the daemon was killed while it was dim."
        )
        PanelOption.firstTouch(\.firstTouch)
    }
}

extension DisplayDescription.Blank {
    static let options = OptionTable(of: Self()) {
        PanelOption.after(\.after)
        PanelOption.firstTouch(\.firstTouch)
    }
}

extension PanelOption {
    /// The time without a touch.
    fileprivate static func after(
        _ property:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<Target, Duration>
    )
        -> Self
    {
        PanelOption(
            "after_s", property(), .seconds, unit: "s", otherwise: "none",
            "The time without a touch."
        ).required
    }

    /// The effect of the touch that ends dimming or blanking.
    fileprivate static func firstTouch(
        _ property:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<
                Target, DisplayDescription.FirstTouch
            >
    ) -> Self {
        PanelOption(
            "first_touch", property(),
            .choice([.act: "what it does otherwise", .swallow: "nothing until it lifts"]),
            "What the touch that ends it does.")
    }
}

extension OptionForm where Value == Duration {
    /// A time in seconds.
    fileprivate static var seconds: Self {
        OptionForm<Double>.number(in: 1...1_000_000).map(
            { .milliseconds(Int64($0 * 1000)) }, back: { $0 / .seconds(1) })
    }
}

extension OptionForm where Value == DisplayDevice {
    fileprivate static var displayDevice: Self {
        Self(
            .form(pattern: "^(auto|/.+|driver:[a-z0-9_-]+|fb:/.+|png:.+)$", example: "auto"),
            read: { fields, key in
                guard let text = fields.string(key, limit: .path) else { return nil }
                if let device = DisplayDevice(text) { return device }
                fields.error(
                    "'\(key)' is '\(text)'; expected \"auto\", \(DisplayDevice.forms)", at: key)
                return nil
            })
    }
}

extension OptionForm where Value == DisplayMode {
    fileprivate static var displayMode: Self {
        Self(
            .form(pattern: "^[0-9]+x[0-9]+(@[0-9.]+)?$", example: "1280x800@60"),
            read: { fields, key in
                guard let text = fields.string(key) else { return nil }
                if let mode = DisplayMode(text) { return mode }
                fields.error(
                    "'\(key)' is '\(text)'; expected a size such as \"1280x800\", "
                        + "or one with a refresh rate such as \"1280x800@60\"", at: key)
                return nil
            })
    }
}

extension OptionForm where Value == Size {
    fileprivate static var millimetres: Self {
        Self(
            .list(
                .number(
                    least: DisplayDescription.lengths.lowerBound,
                    greatest: DisplayDescription.lengths.upperBound), count: 2...2),
            read: { fields, key in
                guard let sides = fields.numbers(key, count: 2) else { return nil }
                let lengths = DisplayDescription.lengths
                guard sides.allSatisfy(lengths.contains) else {
                    fields.error(
                        "'\(key)': expected [width, height], each "
                            + "\(lengths.lowerBound.written)…\(lengths.upperBound.written)", at: key
                    )
                    return nil
                }
                return Size(width: sides[0], height: sides[1])
            })
    }
}

extension OptionForm where Value == String {
    /// A file name in the kernel's file systems, not a path.
    fileprivate static func kernelName(such example: String) -> Self {
        Self(
            .form(pattern: "^[^./][^/]*$", example: example),
            read: { fields, key in
                guard let text = fields.string(key) else { return nil }
                if !text.isEmpty, !text.hasPrefix("."), !text.utf8.contains(UInt8(ascii: "/")) {
                    return text
                }
                fields.error(
                    "'\(key)' is '\(text)'; expected a name such as \"\(example)\"", at: key)
                return nil
            }, written: { $0.written })
    }
}

extension OptionForm where Value == String {
    /// An image file, relative to the panel file's folder.
    fileprivate static var splash: Self {
        Self(
            .text(bytes: Limit.path.most),
            read: { fields, key in
                guard let name = fields.string(key, limit: .path) else { return nil }
                let path = fields.notes.path(of: name)
                do {
                    // Read only to find its errors.
                    _ = try Image(contentsOfFile: path)
                    return path
                } catch {
                    fields.error("'\(key)': \(error)", at: key)
                    return nil
                }
            }, written: { $0.written })
    }
}

extension OptionForm where Value == DisplayDescription.Backlight {
    fileprivate static var backlight: Self {
        OptionForm<String>.kernelName(such: "10-0045").map(
            { name in
                switch name {
                case "auto": .automatic
                case "none": .none
                default: .named(name)
                }
            },
            back: { backlight in
                switch backlight {
                case .automatic: "auto"
                case .none: "none"
                case .named(let name): name
                }
            })
    }
}

/// A time in seconds, in its shortest form.
private func written(_ duration: Duration) -> String { (duration / .seconds(1)).written }
