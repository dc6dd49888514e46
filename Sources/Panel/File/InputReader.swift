extension TableFields {
    /// `[input]`.
    mutating func input() -> InputDescription {
        var input = InputDescription()
        if let text = string("device", limit: .path), text != "auto" {
            input.device = deviceMatch(text, at: "device", orElse: "\"auto\", ")
        }
        input.fineRatio = number("fine_ratio", in: 0.001...1) ?? input.fineRatio
        input.touchscreen = touchscreen(input.touchscreen)
        var filters = FilterReader()
        filters.read(&self)
        input.touchscreen.filters = filters.filters
        let devices =
            tables("devices", name: "an entry of [[input.devices]]", limit: .devices) ?? []
        for var entry in devices {
            if let device = entry.inputDevice(input.touchscreen, filters) {
                input.devices.append(device)
            }
            entry.noteUnknownKeys()
        }
        noteWhatChangesNothing(in: [input.touchscreen] + input.devices.map(\.touchscreen))
        return input
    }

    /// Notes the keys of a table that none of the touchscreens which follow it goes by.
    private mutating func noteWhatChangesNothing(in touchscreens: [TouchscreenDescription]) {
        if !touchscreens.contains(where: { $0.contact == .pressure }) {
            noteNotInEffect(
                ["pressure_on", "pressure_off"], because: "'contact' is not \"pressure\"")
        }
        if !touchscreens.contains(where: { $0.filters.jump != nil }) {
            noteNotInEffect(["after_jump"], because: "'jump_mm' is 0")
        }
    }

    private mutating func inputDevice(
        _ touchscreen: TouchscreenDescription, _ filters: FilterReader
    ) -> InputDevice? {
        let output = string("output")
        var touchscreen = self.touchscreen(touchscreen)
        var filters = filters
        filters.read(&self)
        touchscreen.filters = filters.filters
        noteWhatChangesNothing(in: [touchscreen])
        guard let text = requiredString("match"),
            let match = deviceMatch(text, at: "match", orElse: "")
        else { return nil }
        return InputDevice(
            match: match, output: output, touchscreen: touchscreen, position: position)
    }

    private func deviceMatch(_ text: String, at key: String, orElse others: String) -> DeviceMatch?
    {
        guard let match = DeviceMatch(text) else {
            error("'\(key)' is '\(text)'; expected \(others)\(DeviceMatch.forms)", at: key)
            return nil
        }
        return match
    }

    /// The keys that tell how a touchscreen is read, over what is so without them.
    private mutating func touchscreen(_ base: TouchscreenDescription) -> TouchscreenDescription {
        var touchscreen = base
        touchscreen.calibration = calibration() ?? base.calibration
        touchscreen.grab = boolean("grab") ?? base.grab
        touchscreen.contact =
            choice("contact", of: TouchscreenDescription.Contact.self) ?? base.contact
        touchscreen.pressureOn = number("pressure_on", in: 0...100) ?? base.pressureOn
        touchscreen.pressureOff = number("pressure_off", in: 0...100) ?? base.pressureOff
        if touchscreen.pressureOff > touchscreen.pressureOn {
            error(
                "'pressure_off' is \(written(touchscreen.pressureOff)), "
                    + "and must not be above 'pressure_on', \(written(touchscreen.pressureOn))",
                at: has("pressure_off") ? "pressure_off" : "pressure_on")
        }
        touchscreen.axes = axes() ?? base.axes
        touchscreen.swapRanges = boolean("swap_ranges") ?? base.swapRanges
        if let timeout = integer("release_timeout_ms", in: 0...60_000) {
            touchscreen.releaseTimeout = timeout == 0 ? nil : .milliseconds(timeout)
        }
        return touchscreen
    }

    private mutating func calibration() -> [Double]? {
        guard let numbers = numbers("calibration", count: 6) else { return nil }
        if let problem = TouchscreenDescription.problem(ofCalibration: numbers) {
            error("'calibration': \(problem)", at: "calibration")
            return nil
        }
        return numbers
    }

    private mutating func axes() -> TouchscreenDescription.Axes? {
        guard let names = strings("axes") else { return nil }
        let axes = names.compactMap(TouchscreenDescription.Axis.init(rawValue:))
        guard names.count == 2, axes.count == 2, axes[0] != axes[1],
            axes[0].isOfSlots == axes[1].isOfSlots
        else {
            func known(ofSlots: Bool) -> String {
                TouchscreenDescription.Axis.allCases.filter { $0.isOfSlots == ofSlots }
                    .map(\.rawValue).joined(separator: ", ")
            }
            error(
                "'axes': expected the axes of x and y, two of \(known(ofSlots: false)), "
                    + "or two of \(known(ofSlots: true))",
                at: "axes")
            return nil
        }
        return TouchscreenDescription.Axes(x: axes[0], y: axes[1])
    }
}
