import Drawing

extension TableFields {
    /// `[display]`.
    mutating func display() -> DisplayDescription {
        var display = DisplayDescription()
        display.device = displayDevice() ?? display.device
        display.connector = word("connector", such: "HDMI-A-1")
        display.mode = displayMode()
        display.rotation = rotation()
        display.format = choice("format", of: DisplayDescription.Format.self) ?? display.format
        display.buffers = integer("buffers", in: 2...3) ?? display.buffers
        display.shadow = choice("shadow", of: DisplayDescription.Shadow.self) ?? display.shadow
        display.atExit = choice("at_exit", of: DisplayDescription.AtExit.self) ?? display.atExit
        display.millimetres = millimetres()
        display.backlight = backlight() ?? display.backlight
        display.brightness = number("brightness", in: 1...100)
        display.dim = dim()
        display.blank = blank()
        display.latchesLate = boolean("late_latching") ?? true
        display.hasPageBar = boolean("page_bar") ?? true
        if let dim = display.dim, let blank = display.blank, dim.after >= blank.after {
            error(
                "'dim' comes after \(written(dim.after)) s, "
                    + "and must come before 'blank', after \(written(blank.after)) s", at: "dim")
        }
        if display.backlight == .none, display.brightness != nil || display.dim != nil {
            noteNotInEffect(["brightness", "dim"], because: "'backlight' is \"none\"")
        }
        noteWhatNeedsCard(display.device)
        return display
    }

    /// Notes what only a card can do, where the panel is shown on something else.
    private mutating func noteWhatNeedsCard(_ device: DisplayDevice) {
        let keys = ["connector", "mode", "buffers", "shadow", "at_exit"]
        switch device {
        case .automatic, .card, .driver: break
        case .framebuffer: noteNotInEffect(keys, because: "'device' is an old framebuffer")
        case .picture: noteNotInEffect(keys + ["format"], because: "'device' is a file")
        }
    }

    private mutating func displayDevice() -> DisplayDevice? {
        guard let text = string("device", limit: .path) else { return nil }
        if let device = DisplayDevice(text) { return device }
        error("'device' is '\(text)'; expected \"auto\", \(DisplayDevice.forms)", at: "device")
        return nil
    }

    private mutating func displayMode() -> DisplayMode? {
        guard let text = string("mode") else { return nil }
        if let mode = DisplayMode(text) { return mode }
        error(
            "'mode' is '\(text)'; expected a size such as \"1280x800\", "
                + "or one with a refresh rate such as \"1280x800@60\"", at: "mode")
        return nil
    }

    private mutating func rotation() -> Int? {
        guard let rotation = integer("rotate", in: 0...359) else { return nil }
        if rotation % 90 == 0 { return rotation }
        error("'rotate' is \(rotation); known are 0, 90, 180, 270", at: "rotate")
        return nil
    }

    private mutating func millimetres() -> Size? {
        guard let sides = numbers("size_mm", count: 2) else { return nil }
        if sides.allSatisfy((5...3000).contains) { return Size(width: sides[0], height: sides[1]) }
        error("'size_mm': expected [width, height], each 5…3000", at: "size_mm")
        return nil
    }

    private mutating func backlight() -> DisplayDescription.Backlight? {
        switch word("backlight", such: "10-0045") {
        case nil: nil
        case "auto": .automatic
        case "none": DisplayDescription.Backlight.none
        case let name?: .named(name)
        }
    }

    /// A name in the kernel's file systems: no path.
    private mutating func word(_ key: String, such example: String) -> String? {
        guard let text = string(key) else { return nil }
        if !text.isEmpty, !text.hasPrefix("."), !text.utf8.contains(UInt8(ascii: "/")) {
            return text
        }
        error("'\(key)' is '\(text)'; expected a name such as \"\(example)\"", at: key)
        return nil
    }

    private mutating func dim() -> DisplayDescription.Dim? {
        guard var fields = table("dim", name: "'dim'") else { return nil }
        let dim = DisplayDescription.Dim(
            after: fields.idleTime(),
            brightness: fields.number("brightness", in: 1...100) ?? 20,
            firstTouch: fields.firstTouch() ?? .act)
        fields.noteUnknownKeys()
        return dim
    }

    private mutating func blank() -> DisplayDescription.Blank? {
        guard var fields = table("blank", name: "'blank'") else { return nil }
        let blank = DisplayDescription.Blank(
            after: fields.idleTime(), firstTouch: fields.firstTouch() ?? .swallow)
        fields.noteUnknownKeys()
        return blank
    }

    private mutating func idleTime() -> Duration {
        if !has("after_s") { notes.error("missing 'after_s' in \(name)", at: position) }
        let seconds = number("after_s", in: 1...1_000_000) ?? 1_000_000
        return .milliseconds(Int64(seconds * 1000))
    }

    private mutating func firstTouch() -> DisplayDescription.FirstTouch? {
        choice("first_touch", of: DisplayDescription.FirstTouch.self)
    }
}

/// A time in seconds, as a person would write it.
private func written(_ duration: Duration) -> String {
    written(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
}
