package import Controls
import PanelProtocol

/// The values of a control, its taper, and its text format. It is a class because a control and its
/// description share it.
package final class ScaleDescription: Sendable {
    /// `dB`, `%`, `Hz`, …; empty for none.
    package let unit: String
    /// The range, the taper, and whether the minimum stands for -∞.
    package let taper: Taper
    /// The taper's name in the reply to `list`: `x32`, `log`, `linear`, …
    package let taperName: String
    /// The smallest change of the value; `nil` if the value is continuous.
    package let step: Double?
    /// The values that hold a finger for a short distance, ascending.
    package let detents: [Double]
    package let format: ValueFormat

    package init(
        unit: String, taper: Taper, taperName: String, step: Double?, detents: [Double],
        format: ValueFormat
    ) {
        self.unit = unit
        self.taper = taper
        self.taperName = taperName
        self.step = step
        self.detents = detents
        self.format = format
    }

    package var minimum: Double { taper.minimum }
    package var maximum: Double { taper.maximum }
    package var minimumIsOff: Bool { taper.minimumIsOff }
    package var range: ClosedRange<Double> { taper.minimum...taper.maximum }

    /// Whether another scale has the same values, whatever their text format.
    func hasSameValues(as other: ScaleDescription) -> Bool {
        unit == other.unit && taper == other.taper && taperName == other.taperName
            && step == other.step && detents == other.detents
    }

    /// Whether the values are pan positions between left and right.
    var isPan: Bool { if case .pan = format.style { true } else { false } }

    /// The scale in the form that controls use.
    var scale: ValueScale { ValueScale(taper, step: step ?? 0) }
}

extension ScaleDescription: Equatable {
    package static func == (one: ScaleDescription, other: ScaleDescription) -> Bool {
        one.hasSameValues(as: other) && one.format == other.format
    }
}

extension ScaleDescription: ValueConverter {
    func norm(of value: ControlValue) -> ControlValue {
        value.number.map { .number(taper.position(of: $0)) } ?? value
    }

    func gain(of value: ControlValue) -> Double? {
        unit == "dB" ? value.number.map(taper.gain(of:)) : nil
    }

    func level(of value: ControlValue) -> Double? {
        unit == "dB" ? value.number.map { taper.isOff($0) ? -.infinity : $0 } : nil
    }

    func effective(at level: Double) -> EffectiveLevel? {
        guard unit == "dB" else { return nil }
        let isOff = taper.isOff(level)
        // Clients receive finite levels. If the minimum is not -∞, a level of -∞ is the minimum.
        let value =
            isOff || level.isNaN || level == -.infinity
            ? minimum : min(level, .greatestFiniteMagnitude)
        return EffectiveLevel(
            value: value, norm: taper.position(of: value),
            gain: isOff ? 0 : Taper.gain(ofDecibels: value))
    }

    func text(of value: ControlValue) -> String {
        value.number.map { format.text(for: $0, isOff: taper.isOff($0)) } ?? ""
    }

    func shorterTexts(of value: ControlValue) -> [String]? {
        value.number.map { format.shorterTexts(for: $0, isOff: taper.isOff($0)) } ?? []
    }

    func value(_ change: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        guard let wanted = change.value.number, let present = present.number else { return nil }
        return switch change {
        case .value: .number(wanted)
        case .norm: .number(taper.value(at: wanted))
        case .delta: .number(present + wanted)
        case .deltaNorm: .number(taper.value(at: taper.position(of: present) + wanted))
        }
    }

    func excess(of value: ControlValue) -> String? {
        guard let number = value.number, !range.contains(number) else { return nil }
        return "\(written(number)), outside \(written(minimum))…\(written(maximum))"
    }

    func nearest(to value: ControlValue) -> ControlValue {
        value.number.flatMap(scale.valid).map { .number($0) } ?? value
    }

    var expected: String {
        let bounds = "\(written(minimum))...\(written(maximum))"
        return "a number in \(bounds)\(unit.isEmpty ? "" : " " + unit)"
    }

    /// The description of the scale in the reply to `list`, as one part of a control.
    func axis(named part: String) -> AxisInfo {
        var axis = AxisInfo(
            part: part, minimum: minimum, maximum: maximum, unit: unit, taper: taperName)
        axis.minimumIsOff = minimumIsOff
        axis.step = step
        return axis
    }

    func describe(in info: inout ControlInfo) {
        info.unit = unit
        info.minimum = minimum
        info.maximum = maximum
        info.minimumIsOff = minimumIsOff ? true : nil
        info.step = step
        info.taper = taperName
        if isPan { info.format = "pan" }
        info.detents = detents.isEmpty ? nil : detents
    }
}
