import Controls
import Drawing
import PanelProtocol

/// The options of wheels for a time.
struct TimeDescription: ControlKind {
    var conduct: ConductDescription
    var mode: Mode
    /// The least time, in seconds.
    var minimum: Int
    /// The greatest time, in seconds.
    var maximum: Int
    /// The time at start and after two quick taps, in seconds.
    var defaultTime: Int
    /// The seconds from one time to the next: whole minutes, or a part of a minute.
    var step: Int

    /// Which wheels there are.
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
        conduct = ConductDescription(&fields)
        mode = fields.choice("mode", of: Mode.self) ?? .timeSeconds
        step = Self.readStep(&fields, mode)
        let all = 0...mode.last
        let low = fields.time("min", in: all) ?? 0
        let high = fields.time("max", in: all) ?? mode.last
        if low >= high {
            fields.error(
                "'min' is \(TimeLaw.text(of: low, showsSeconds: true)), and must be below 'max', "
                    + TimeLaw.text(of: high, showsSeconds: true),
                at: fields.has("max") ? "max" : "min")
        }
        minimum = min(low, high)
        maximum = max(low, high)
        defaultTime = fields.time("default", in: minimum...maximum) ?? minimum
    }

    private static func readStep(_ fields: inout TableFields, _ mode: Mode) -> Int {
        let usual = mode.hasSeconds ? 1 : 60
        guard let step = fields.integer("step", in: 1...1800) else { return usual }
        let units = mode.hasSeconds ? step : step / 60
        if units * usual != step || !(1...30).contains(units) || 60 % units != 0 {
            fields.error(
                "'step' is \(step); expected "
                    + (mode.hasSeconds
                        ? "seconds that divide a minute, up to 30"
                        : "60 times minutes that divide an hour, up to 1800"),
                at: "step")
            return usual
        }
        return step
    }

    var law: (any ValueLaw)? {
        TimeLaw(minimum: minimum, maximum: maximum, step: step, showsSeconds: mode.hasSeconds)
    }
    var defaultValue: ControlValue? { .number(Double(defaultTime)) }

    var room: ControlRoom {
        // A wheel for each finger; the wheels say the value.
        ControlRoom(
            weight: 1.5, targets: (width: mode.hasSeconds ? 3 : 2, height: 2),
            leastWidthOfValue: .infinity)
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
        picker.isContinuous = conduct.report == .live
        picker.revertsOnCancel = conduct.revertsOnCancel
        return PublishedView(
            view: picker, value: { .number(Double(picker.time.components.seconds)) },
            assign: { if let number = $0.number { picker.time = .seconds(Int64(number)) } },
            paint: paint,
            fit: { fontSize in
                // Two digits for each wheel, and no larger than a line of it.
                let wheels = mode.hasSeconds ? 3.0 : 2
                let size = min(
                    fontSize * 1.5, picker.bounds.width / wheels * 0.6, picker.bounds.height * 0.17)
                picker.font = style.font.withSize(max(size.rounded(), 1))
            })
    }
}

extension TableFields {
    /// A time in whole seconds: a number of them, or `"1:30"` or `"1:30:00"`.
    fileprivate mutating func time(_ key: String, in bounds: ClosedRange<Int>) -> Int? {
        guard let value = value(key) else { return nil }
        let written = value.asString.map(TimeLaw.seconds) ?? value.asNumber
        guard let seconds = written.flatMap({ Int(exactly: $0) }) else {
            error("'\(key)': expected a time such as \"1:30:00\", or its seconds", at: key)
            return nil
        }
        guard bounds.contains(seconds) else {
            let ends = [bounds.lowerBound, bounds.upperBound].map {
                TimeLaw.text(of: $0, showsSeconds: true)
            }
            error("'\(key)' is outside \(ends[0])…\(ends[1])", at: key)
            return nil
        }
        return seconds
    }
}
