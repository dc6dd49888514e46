import Drawing
import TestVectors
import Testing

@testable import Controls

/// Whatever a program assigns, in whatever order: a control never holds what makes no sense.
@Suite struct ValidStateTests {
    private static let odd: [Double] = [
        .nan, .signalingNaN, .infinity, -.infinity, 0, -0.0, 1, -1, 0.2, 0.8, 0.5, 1e300, -1e300,
        .leastNonzeroMagnitude, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e-12, 40, -60,
    ]
    private static let curves: [Taper.Curve] = [
        .linear, .logarithmic, .power(exponent: 2), .alsamixer, .fader(.x32), .fader(.ardour),
    ]

    private var generator = SeededGenerator(seed: 7)

    private mutating func number() -> Double {
        Bool.random(using: &generator)
            ? Self.odd.randomElement(using: &generator) ?? 0
            : Double.random(in: -100...100, using: &generator)
    }

    private mutating func scale() -> ValueScale {
        let curve = Self.curves.randomElement(using: &generator) ?? .linear
        return ValueScale(
            Taper(
                curve, minimum: number(), maximum: number(),
                minimumIsOff: .random(using: &generator)),
            step: number())
    }

    private func expectWithin(_ value: Double, _ scale: ValueScale, _ steps: [String]) {
        #expect(scale.minimum.isFinite && scale.maximum.isFinite, "\(steps)")
        #expect(scale.minimum <= value && value <= scale.maximum, "\(steps)")
        #expect((0...1).contains(scale.position(of: value)), "\(steps)")
    }

    @Test mutating func `a knob's value is always within its range`() {
        for _ in 0..<300 {
            let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
            var steps: [String] = []
            for _ in 0..<12 {
                let number = number()
                switch Int.random(in: 0..<7, using: &generator) {
                case 0: knob.minimumValue = number
                case 1: knob.maximumValue = number
                case 2: knob.scale = scale()
                case 3: knob.scale.step = number
                case 4: knob.startAngle = .radians(number)
                case 5: knob.setValue(number, animated: true)
                default: knob.setValue(number)
                }
                steps.append("\(number)")
                expectWithin(knob.value, knob.scale, steps)
                knob.layoutIfNeeded()
            }
        }
    }

    @Test mutating func `a slider's value is always within its range`() {
        for _ in 0..<300 {
            let slider = Slider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
            var steps: [String] = []
            for _ in 0..<12 {
                let number = number()
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: slider.minimumValue = number
                case 1: slider.maximumValue = number
                case 2: slider.scale = scale()
                case 3: slider.scale.step = number
                case 4: slider.origin = number
                default: slider.value = number
                }
                steps.append("\(number)")
                expectWithin(slider.value, slider.scale, steps)
                slider.layoutIfNeeded()
            }
        }
    }

    @Test mutating func `a range's values are always in order, apart and within`() {
        for _ in 0..<600 {
            let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
            var steps: [String] = []
            for _ in 0..<12 {
                let number = number()
                let kind = Int.random(in: 0..<8, using: &generator)
                switch kind {
                case 0: range.minimumValue = number
                case 1: range.maximumValue = number
                case 2: range.scale = scale()
                case 3: range.scale.step = number
                case 4: range.minimumGap = number
                case 5: range.lowerValue = number
                case 6: range.upperValue = number
                default: range.setValues(lower: number, upper: self.number())
                }
                steps.append("\(kind): \(number)")
                expectWithin(range.lowerValue, range.scale, steps)
                expectWithin(range.upperValue, range.scale, steps)
                #expect(range.lowerValue <= range.upperValue, "\(steps)")
                #expect(range.minimumGap <= range.maximumValue - range.minimumValue, "\(steps)")
                let rounding = 1e-9 * max(abs(range.minimumValue), abs(range.maximumValue), 1)
                #expect(
                    range.upperValue - range.lowerValue >= range.minimumGap - rounding, "\(steps)")
                range.layoutIfNeeded()
            }
        }
    }

    @Test func `looks that make no sense are refused or brought within`() {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
        let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
        for number in Self.odd {
            knob.lineWidth = number
            knob.pointerLength = number
            range.curvaceousness = number
            #expect(knob.lineWidth >= 0 && knob.lineWidth.isFinite)
            #expect(knob.pointerLength >= 0 && knob.pointerLength.isFinite)
            #expect((0...1).contains(range.curvaceousness))
        }
    }

    @Test func `a new range slider is as the tutorial has it`() {
        let range = RangeSlider(frame: .zero)
        #expect(range.minimumValue == 0 && range.maximumValue == 1)
        #expect(range.lowerValue == 0.2 && range.upperValue == 0.8)
        #expect(range.curvaceousness == 1)
        #expect(range.minimumGap == 0)
        #expect(range.isContinuous)
    }

    @Test func `a new knob is as the tutorial has it`() {
        let knob = Knob(frame: .zero)
        #expect(knob.minimumValue == 0 && knob.maximumValue == 1 && knob.value == 0)
        #expect(knob.lineWidth == 2 && knob.pointerLength == 6)
        #expect(knob.startAngle == .radians(-.pi * 11 / 8))
        #expect(knob.endAngle == .radians(.pi * 3 / 8))
        #expect(knob.isContinuous)
    }

    @Test func `a new slider is as UISlider is`() {
        let slider = Slider(frame: .zero)
        #expect(slider.minimumValue == 0 && slider.maximumValue == 1 && slider.value == 0)
        #expect(slider.isContinuous && !slider.isVertical)
    }

    @Test func `an end that passes the other takes it along`() {
        let range = RangeSlider(frame: .zero)
        range.minimumValue = 5
        #expect(range.maximumValue == 5)
        #expect(range.lowerValue == 5 && range.upperValue == 5)
        range.maximumValue = -3
        #expect(range.minimumValue == -3)
        #expect(range.lowerValue == -3 && range.upperValue == -3)
    }

    @Test func `a value that a narrower range has moved stays when it widens again`() {
        let slider = Slider(frame: .zero)
        slider.value = 0.9
        slider.maximumValue = 0.5
        slider.maximumValue = 1
        #expect(slider.value == 0.5)
    }
}
