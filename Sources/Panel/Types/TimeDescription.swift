import Controls
import Drawing
import PanelProtocol

/// The options of a time picker with wheels.
struct TimeDescription: BuiltInKind {
    static let table = OptionTable<Void>(of: ()) {
        PanelOption(
            "mode",
            .choice([
                Mode.time: "hours and minutes of a day",
                .timeSeconds: "hours, minutes and seconds of a day",
                .countdown: "up to 99:59:59",
            ]), otherwise: .value("\"time_seconds\""), "Which wheels there are.")
        PanelOption("min", .time, otherwise: .phrase("0"), "The earliest time.")
        PanelOption("max", .time, otherwise: .phrase("the last of the mode"), "The latest time.")
        PanelOption("default", .time, otherwise: .phrase("min"), "The initial time.")
        PanelOption(
            "step", .integer(in: 1...1800), unit: "seconds",
            otherwise: .phrase("1, or 60 without seconds"),
            "The step between times: up to 30 seconds that divide a minute, or without seconds whole minutes that divide an hour."
        )
    }

    static var options: [OptionEntry] { BehaviorDescription.table.entries + table.entries }

    let behavior: BehaviorDescription
    private let mode: Mode
    /// The least time, in seconds.
    private let minimum: Int
    /// The greatest time, in seconds.
    private let maximum: Int
    /// The initial time, also after a double tap, in seconds.
    private let defaultTime: Int
    /// The step in seconds: whole minutes, or a divisor of a minute.
    private let step: Int

    /// The wheels of the picker.
    enum Mode: String, CaseIterable, Sendable {
        /// Hours and minutes of a day.
        case time
        /// Hours, minutes and seconds of a day.
        case timeSeconds = "time_seconds"
        /// Hours, minutes and seconds up to 99:59:59.
        case countdown

        var hasSeconds: Bool { self != .time }

        var last: Int { self == .countdown ? 359_999 : hasSeconds ? 86399 : 86340 }

        var pickerMode: DatePicker.Mode {
            switch self {
            case .time: .time
            case .timeSeconds: .timeWithSeconds
            case .countdown: .countDownTimer
            }
        }
    }

    init(_ fields: inout TableFields, at place: ControlPlace) {
        behavior = BehaviorDescription(&fields)
        let options = Self.table.read(&fields)
        let mode: Mode = options.value("mode") ?? .timeSeconds
        self.mode = mode
        step = Self.checked(step: options.value("step"), mode, fields)
        let all = 0...mode.last
        func time(_ key: String, in bounds: ClosedRange<Int>) -> Int? {
            guard let seconds: Int = options.value(key) else { return nil }
            if bounds.contains(seconds) { return seconds }
            fields.error(
                "'\(key)' is outside \(Self.written(bounds.lowerBound))…"
                    + Self.written(bounds.upperBound), at: key)
            return nil
        }
        let low = time("min", in: all) ?? 0
        let high = time("max", in: all) ?? mode.last
        if low >= high {
            fields.error(
                "'min' is \(Self.written(low)) and 'max' is \(Self.written(high)): "
                    + "'min' must be below 'max'",
                at: fields.contains("max") ? "max" : "min")
        }
        let written = min(low, high)...max(low, high)
        let start = time("default", in: written) ?? written.lowerBound
        let grid = TimeGrid(
            hourCount: mode.last / 3600 + 1, minuteInterval: mode.hasSeconds ? 1 : step / 60,
            secondInterval: mode.hasSeconds ? step : 60)
        minimum = grid.ceiling(written.lowerBound)
        maximum = max(grid.floor(written.upperBound), minimum)
        defaultTime = grid.nearest(to: start, from: minimum, to: maximum)
        if minimum > written.upperBound {
            fields.error("no step is between 'min' and 'max'", at: "step")
        }
        for (key, time, shown) in [
            ("min", written.lowerBound, minimum), ("max", written.upperBound, maximum),
            ("default", start, defaultTime),
        ] where time != shown && options.has(key) {
            fields.notes.warning(
                "'\(key)' is \(Self.written(time)), between two steps: it is "
                    + Self.written(shown), at: fields.position(of: key))
        }
    }

    private static func written(_ seconds: Int) -> String {
        seconds.timeText(showsSeconds: true)
    }

    private static func checked(step: Int?, _ mode: Mode, _ fields: TableFields) -> Int {
        let defaultStep = mode.hasSeconds ? 1 : 60
        guard let step else { return defaultStep }
        let units = mode.hasSeconds ? step : step / 60
        if units * defaultStep != step || !(1...30).contains(units) || 60 % units != 0 {
            fields.error(
                "'step' is \(step); expected "
                    + (mode.hasSeconds
                        ? "seconds that divide a minute, up to 30"
                        : "60 times minutes that divide an hour, up to 1800"),
                at: "step")
            return defaultStep
        }
        return step
    }

    func isEquivalent(to other: Self) -> Bool {
        behavior == other.behavior && mode == other.mode && step == other.step
            && (minimum, maximum, defaultTime)
                == (other.minimum, other.maximum, other.defaultTime)
    }

    var converter: (any ValueConverter)? {
        TimeConverter(minimum: minimum, maximum: maximum, step: step, showsSeconds: mode.hasSeconds)
    }
    var defaultValue: ControlValue? { .number(Double(defaultTime)) }

    var sizing: ControlSizing {
        // A finger fits on each wheel, and the wheels show the value.
        ControlSizing(
            weight: 1.5, targets: (width: mode.hasSeconds ? 3 : 2, height: 2),
            minimumValueWidth: .infinity)
    }

    func makeView(_ style: ControlStyle) -> PublishedView {
        let picker = style.view(DatePicker(frame: .zero))
        func paint(_ color: Color) {
            picker.theme = style.theme
            picker.theme.accent = color
        }
        paint(style.accent)
        picker.font = style.font
        picker.datePickerMode = mode.pickerMode
        if mode.hasSeconds {
            picker.secondInterval = step
        } else {
            picker.minuteInterval = step / 60
        }
        picker.minimumTime = .seconds(minimum)
        picker.maximumTime = .seconds(maximum)
        picker.revertsOnCancel = behavior.revertsOnCancel
        return PublishedView(
            view: picker, value: { .number(Double(picker.time.components.seconds)) },
            assign: { if let number = $0.number { picker.time = .seconds(Int64(number)) } },
            paint: paint,
            fit: { fontSize in
                // Two digits fit on each wheel, and no more than a line's height.
                let wheels = mode.hasSeconds ? 3.0 : 2
                let size = min(
                    fontSize * 1.5, picker.bounds.width / wheels * 0.6, picker.bounds.height * 0.17)
                picker.font = style.font.withSize(max(size.rounded(), 1))
            })
    }
}

extension OptionForm where Value == Int {
    /// A time in whole seconds: a number, or `"1:30"` or `"1:30:00"`.
    fileprivate static var time: Self {
        Self(
            .either([
                .form(pattern: "^[0-9]{1,2}:[0-9]{1,2}(:[0-9]{1,2})?$", example: "1:30:00"),
                .integer(0...TimeDescription.longest),
            ]),
            read: { fields, key in
                guard let value = fields.value(key) else { return nil }
                let written = value.asString.map(TimeConverter.seconds) ?? value.asNumber
                if let seconds = written.flatMap({ Int(exactly: $0) }) { return seconds }
                fields.error(
                    "'\(key)': expected a time such as \"1:30:00\", or its seconds", at: key)
                return nil
            })
    }
}

extension TimeDescription {
    /// The longest time of any mode, in seconds.
    fileprivate static var longest: Int { Mode.allCases.map(\.last).max() ?? 0 }
}
