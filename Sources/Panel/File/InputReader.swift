import PanelProtocol

extension InputDescription {
    /// The options of `[input]`, apart from those of every touchscreen.
    static let options = OptionTable(of: InputDescription()) {
        PanelOption(
            "device", \.device, .deviceMatch(orElse: "\"auto\", "),
            otherwise: "\"auto\": every touchscreen", "The touchscreens that are read.")
        PanelOption(
            "fine_ratio", \.fineRatio, .number(in: 0.001...1),
            "How much slower values move with a second finger.")
    }

    /// The options of an entry of `[[input.devices]]`, apart from those of every touchscreen.
    static let entryOptions = OptionTable<Void>(of: ()) {
        PanelOption(
            "match", .deviceMatch(orElse: ""), "The touchscreens to which these options apply."
        ).required
        PanelOption(
            "output", .plainText(), otherwise: .phrase("udev's WL_OUTPUT, or any"),
            "The connector of their screen. They are read while it shows the panel.")
    }

    /// Reads `[input]`.
    init(_ fields: inout TableFields) {
        self.init()
        Self.options.read(&fields).apply(to: &self)
        touchscreen = fields.touchscreen(touchscreen)
        var filters = FilterOptions()
        filters.read(&fields)
        touchscreen.filters = filters.filters
        let entries =
            fields.tables("devices", name: "an entry of [[input.devices]]", limit: .devices) ?? []
        for var entry in entries {
            if let device = entry.inputDevice(touchscreen, filters) { devices.append(device) }
            entry.noteUnknownKeys()
        }
        fields.noteKeysWithoutEffect(in: [touchscreen] + devices.map(\.touchscreen))
    }
}

extension TableFields {
    /// Warns of keys that have no effect on any touchscreen.
    fileprivate mutating func noteKeysWithoutEffect(in touchscreens: [TouchscreenDescription]) {
        if !touchscreens.contains(where: { $0.indicator == .pressure }) {
            noteNotInEffect(
                ["pressure_on", "pressure_off"], because: "'contact' is not \"pressure\"")
        }
        if !touchscreens.contains(where: { $0.filters.jump != nil }) {
            noteNotInEffect(["after_jump"], because: "'jump_mm' is 0")
        }
    }

    fileprivate mutating func inputDevice(
        _ touchscreen: TouchscreenDescription, _ filters: FilterOptions
    ) -> InputDevice? {
        let options = InputDescription.entryOptions.read(&self)
        var touchscreen = self.touchscreen(touchscreen)
        var filters = filters
        filters.read(&self)
        touchscreen.filters = filters.filters
        noteKeysWithoutEffect(in: [touchscreen])
        guard let match: DeviceMatch? = options.value("match"), let match else { return nil }
        return InputDevice(
            match: match, output: options.value("output"), touchscreen: touchscreen,
            position: position)
    }

    /// Reads the options of a touchscreen; omitted ones are those of `base`.
    fileprivate mutating func touchscreen(_ base: TouchscreenDescription)
        -> TouchscreenDescription
    {
        var touchscreen = base
        TouchscreenDescription.options.read(&self).apply(to: &touchscreen)
        if touchscreen.pressureOff > touchscreen.pressureOn {
            error(
                "'pressure_off' is \(written(touchscreen.pressureOff)), "
                    + "and must not be above 'pressure_on', \(written(touchscreen.pressureOn))",
                at: contains("pressure_off") ? "pressure_off" : "pressure_on")
        }
        return touchscreen
    }
}

extension TouchscreenDescription {
    static let options = OptionTable(of: TouchscreenDescription()) {
        PanelOption(
            "calibration", \.calibration, .calibration, otherwise: "as udev says",
            "The first two rows of a matrix over normalised coordinates, as libinput has them. The matrix has an inverse, and puts some of the glass on the screen; its numbers are at most a million. [1, 0, 0, 0, 1, 0] keeps udev's matrix."
        )
        PanelOption(
            "grab", \.grab, .flag,
            "Whether the daemon grabs the device, so that no other program reads it.")
        PanelOption(
            "contact", \.indicator,
            .choice([
                .touch: "the key BTN_TOUCH", .left: "the button BTN_LEFT",
                .pressure: "enough pressure",
            ]), "How a device without multitouch reports a touch.")
        PanelOption(
            "pressure_on", \.pressureOn, .number(in: 0...100), unit: "percent",
            "The pressure from which on the device is touched.")
        PanelOption(
            "pressure_off", \.pressureOff, .number(in: 0...100), unit: "percent",
            "The pressure below which the device is no longer touched.")
        PanelOption(
            "axes", \.axes, .axes, otherwise: "as the device has them",
            "The axes of x and y, by their names in the kernel.")
        PanelOption(
            "swap_ranges", \.swapRanges, .flag,
            "Whether an axis whose minimum is above its maximum is reversed.")
        PanelOption(
            "release_timeout_ms", \.releaseTimeout, .timeout, unit: "ms", otherwise: "0: never",
            "After this long without an event, a device without multitouch counts as released.")
    }
}

extension OptionForm where Value == Duration? {
    /// A time in milliseconds, where 0 means none.
    fileprivate static var timeout: Self {
        OptionForm<Int>.integer(in: 0...60_000).map(
            { $0 == 0 ? nil : .milliseconds($0) }, back: { Int(($0 ?? .zero) / .milliseconds(1)) })
    }
}

extension OptionForm where Value == DeviceMatch? {
    /// A selection of devices. With other forms, `"auto"` is valid and selects every touchscreen.
    fileprivate static func deviceMatch(orElse others: String) -> Self {
        Self(
            .form(
                pattern: others.isEmpty
                    ? "^(/.+|path:.+|name:.+|[0-9a-fA-F]{1,4}:[0-9a-fA-F]{1,4})$"
                    : "^(auto|/.+|path:.+|name:.+|[0-9a-fA-F]{1,4}:[0-9a-fA-F]{1,4})$",
                example: "name:Goodix*"),
            read: { fields, key in
                let limit: Limit = others.isEmpty ? .text : .path
                guard let text = fields.string(key, limit: limit) else { return nil }
                if text == "auto", !others.isEmpty { return .some(nil) }
                if let match = DeviceMatch(text) { return match }
                fields.error(
                    "'\(key)' is '\(text)'; expected \(others)\(DeviceMatch.forms)", at: key)
                return nil
            })
    }
}

extension OptionForm where Value == [Double] {
    fileprivate static var calibration: Self {
        Self(
            .list(.number(), count: 6...6),
            read: { fields, key in
                guard let numbers = fields.numbers(key, count: 6) else { return nil }
                if let problem = TouchscreenDescription.problem(ofCalibration: numbers) {
                    fields.error("'\(key)': \(problem)", at: key)
                    return nil
                }
                return numbers
            })
    }
}

extension OptionForm where Value == TouchscreenDescription.Axes {
    fileprivate static var axes: Self {
        Self(
            .list(.word(TouchscreenDescription.Axis.allCases.map(\.rawValue)), count: 2...2),
            read: { fields, key in
                guard let names = fields.strings(key) else { return nil }
                let axes = names.compactMap(TouchscreenDescription.Axis.init(rawValue:))
                guard names.count == 2, axes.count == 2, axes[0] != axes[1],
                    axes[0].isOfSlots == axes[1].isOfSlots
                else {
                    func known(ofSlots: Bool) -> String {
                        TouchscreenDescription.Axis.allCases.filter { $0.isOfSlots == ofSlots }
                            .map(\.rawValue).joined(separator: ", ")
                    }
                    fields.error(
                        "'\(key)': expected the axes of x and y, two of \(known(ofSlots: false)), "
                            + "or two of \(known(ofSlots: true))", at: key)
                    return nil
                }
                return TouchscreenDescription.Axes(x: axes[0], y: axes[1])
            })
    }
}
