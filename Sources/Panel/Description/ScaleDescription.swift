package import Controls
import PanelProtocol

/// The values a control can take, how travel becomes a value, and how it is written and sent.
package struct ScaleDescription: Equatable, Sendable {
    /// `dB`, `%`, `Hz`, …; empty for none.
    package var unit: String
    /// The range, the law, and whether the minimum stands for -∞.
    package var taper: Taper
    /// The law's name as `list` reports it: `x32`, `log`, `linear`, …
    package var taperName: String
    /// The smallest change of the value; nil if it is continuous.
    package var step: Double?
    /// Values that hold a finger a little, rising.
    package var detents: [Double]
    package var format: ValueFormat

    package var minimum: Double { taper.minimum }
    package var maximum: Double { taper.maximum }
    package var minimumIsOff: Bool { taper.minimumIsOff }
    package var range: ClosedRange<Double> { taper.minimum...taper.maximum }

    /// The same values, however they are written.
    var withoutFormat: ScaleDescription {
        var scale = self
        scale.format = ValueFormat()
        return scale
    }

    /// The values as a control takes them.
    var scale: ValueScale { ValueScale(taper, step: step ?? 0) }

    /// The values that get a line beside a fader: the round ones that stand far enough apart.
    var ticks: [Double] {
        guard maximum > minimum else { return [] }
        let candidates: [Double]
        if unit == "dB" {
            candidates = [
                minimum, -60, -50, -40, -30, -20, -15, -10, -5, 0, 5, 10, 15, 20, maximum,
            ]
        } else {
            candidates = (0...10).map { minimum + (maximum - minimum) * Double($0) / 10 }
        }
        var ticks: [Double] = []
        for value in candidates where range.contains(value) && !ticks.contains(value) {
            let isFar = ticks.allSatisfy {
                abs(taper.position(of: $0) - taper.position(of: value)) > 0.03
            }
            if isFar { ticks.append(value) }
        }
        return ticks
    }
}

extension ScaleDescription: ValueLaw {
    func norm(of value: ControlValue) -> ControlValue {
        value.number.map { .number(taper.position(of: $0)) } ?? value
    }

    func gain(of value: ControlValue) -> Double? {
        unit == "dB" ? value.number.map(taper.gain(of:)) : nil
    }

    func text(of value: ControlValue) -> String {
        value.number.map { format.text(for: $0, isOff: taper.isOff($0)) } ?? ""
    }

    func shorterTexts(of value: ControlValue) -> [String]? {
        value.number.map { format.shorterTexts(for: $0, isOff: taper.isOff($0)) } ?? []
    }

    func value(_ wish: SetRequest.Change, from present: ControlValue) -> ControlValue? {
        guard let wanted = wish.value.number, let present = present.number else { return nil }
        return switch wish {
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

    var wish: String {
        let bounds = "\(written(minimum))...\(written(maximum))"
        return "a number in \(bounds)\(unit.isEmpty ? "" : " " + unit)"
    }

    /// What clients are told of it as the scale of a part.
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
        info.detents = detents.isEmpty ? nil : detents
    }
}
