import Drawing
import Fingers
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

    private mutating func ring() -> KnobRing {
        KnobRing(
            KnobRing.Style.allCases.randomElement(using: &generator) ?? .bar,
            count: Int.random(in: -5...90, using: &generator))
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
                switch Int.random(in: 0..<19, using: &generator) {
                case 0: knob.minimumValue = number
                case 1: knob.maximumValue = number
                case 2: knob.scale = scale()
                case 3: knob.scale.step = number
                case 4: knob.startAngle = .radians(number)
                case 5: knob.endAngle = .radians(number)
                case 6: knob.setValue(number, animated: true)
                case 7: knob.origin = number
                case 8: knob.defaultValue = number
                case 9: _ = knob.resetValues()
                case 10: knob.turns = number
                case 11: knob.travel = number
                case 12: knob.wraps.toggle()
                case 13: knob.acceleration = number
                case 14: knob.deadZoneShare = number
                case 15: knob.ticks.append(number)
                case 16: knob.detents.append(number)
                case 17: knob.ring = ring()
                default: knob.value = number
                }
                steps.append("\(number)")
                expectWithin(knob.value, knob.scale, steps)
                #expect((1...4).contains(knob.acceleration), "\(steps)")
                #expect((0...0.5).contains(knob.deadZoneShare), "\(steps)")
                #expect(knob.ticks.allSatisfy { !$0.isNaN }, "\(steps)")
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
                switch Int.random(in: 0..<13, using: &generator) {
                case 0: slider.minimumValue = number
                case 1: slider.maximumValue = number
                case 2: slider.scale = scale()
                case 3: slider.scale.step = number
                case 4: slider.origin = number
                case 5: slider.defaultValue = number
                case 6: _ = slider.resetValues()
                case 7: slider.sensitivity = number
                case 8: slider.fineRatio = number
                case 9: slider.detents.append(number)
                case 10: slider.ticks.append(number)
                case 11: slider.setValue(number, animated: true)
                default: slider.value = number
                }
                steps.append("\(number)")
                expectWithin(slider.value, slider.scale, steps)
                #expect(slider.sensitivity > 0 && slider.sensitivity.isFinite, "\(steps)")
                #expect(slider.fineRatio > 0 && slider.fineRatio.isFinite, "\(steps)")
                #expect(slider.origin?.isNaN != true && slider.defaultValue?.isNaN != true)
                slider.layoutIfNeeded()
            }
        }
    }

    @Test mutating func `a range's values are always in order, apart and in range`() {
        for _ in 0..<600 {
            let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
            var steps: [String] = []
            for _ in 0..<12 {
                let number = number()
                let kind = Int.random(in: 0..<12, using: &generator)
                switch kind {
                case 0: range.minimumValue = number
                case 1: range.maximumValue = number
                case 2: range.scale = scale()
                case 3: range.scale.step = number
                case 4: range.minimumGap = number
                case 5: range.lowerValue = number
                case 6: range.upperValue = number
                case 7: range.defaultLowerValue = number
                case 8: range.defaultUpperValue = number
                case 9: _ = range.resetValues()
                case 10: range.detents.append(number)
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

    @Test mutating func `a pad's values are always within their ranges`() {
        for _ in 0..<300 {
            let pad = XYPad(frame: Rect(x: 0, y: 0, width: 100, height: 100))
            var steps: [String] = []
            for _ in 0..<12 {
                let number = number()
                let kind = Int.random(in: 0..<8, using: &generator)
                switch kind {
                case 0: pad.xScale = scale()
                case 1: pad.yScale = scale()
                case 2: pad.xScale.minimum = number
                case 3: pad.yScale.maximum = number
                case 4: pad.xValue = number
                case 5: pad.yValue = number
                case 6: (pad.xDefault, pad.yDefault, pad.fineRatio) = (number, number, number)
                default: pad.setValues(x: number, y: self.number(), animated: true)
                }
                steps.append("\(kind): \(number)")
                expectWithin(pad.xValue, pad.xScale, steps)
                expectWithin(pad.yValue, pad.yScale, steps)
                #expect(pad.xDefault?.isNaN != true && pad.fineRatio > 0 && pad.fineRatio <= 1)
                #expect(pad.thumbCenter.x.isFinite && pad.thumbCenter.y.isFinite)
                pad.layoutIfNeeded()
            }
        }
    }

    @Test mutating func `a meter's peak is never below its level, and both are numbers`() {
        for _ in 0..<200 {
            let meter = Meter(frame: Rect(x: 0, y: 0, width: 40, height: 200))
            var steps: [String] = []
            var time = Duration.zero
            for _ in 0..<16 {
                let number = number()
                let whole = Int(min(max(number.isNaN ? 0 : number, -1e6), 1e6))
                time += .milliseconds(Int.random(in: -50...900, using: &generator))
                let kind = Int.random(in: 0..<10, using: &generator)
                switch kind {
                case 0: meter.channelCount = whole
                case 1: meter.falloff = MeterFalloff(rate: number)
                case 2: meter.peakHoldTime = .seconds(whole)
                case 3: meter.staleTimeout = whole == 0 ? nil : .milliseconds(whole)
                case 4: meter.clipLevel = number
                case 5: (meter.warningLevel, meter.dangerLevel) = (number, self.number())
                case 6: meter.law = FaderLaw.allCases.randomElement(using: &generator) ?? .x32
                case 7: meter.ticks = [number, self.number()]
                case 8: meter.deadlinePassed(at: time)
                default: meter.setLevels([number, self.number(), self.number()], at: time)
                }
                steps.append("\(kind): \(number)")
                #expect((1...64).contains(meter.channelCount), "\(steps)")
                for channel in -1...meter.channelCount {
                    let level = meter.level(ofChannel: channel)
                    #expect(!level.isNaN && meter.peak(ofChannel: channel) >= level, "\(steps)")
                }
                #expect(!meter.clipLevel.isNaN && !meter.warningLevel.isNaN)
                meter.layoutIfNeeded()
            }
        }
    }

    @Test
    mutating func `a picker's time is always within its bounds and one that its wheels can show`() {
        for _ in 0..<300 {
            let picker = DatePicker(frame: Rect(x: 0, y: 0, width: 200, height: 100))
            var steps: [String] = []
            for _ in 0..<12 {
                let number = Int.random(in: -400_000...400_000, using: &generator)
                let time =
                    [Duration.zero, .seconds(Int64.max), .seconds(Int64.min), .nanoseconds(1)]
                    .randomElement(using: &generator).map {
                        Bool.random(using: &generator) ? $0 : .seconds(number)
                    } ?? .zero
                let kind = Int.random(in: 0..<6, using: &generator)
                switch kind {
                case 0: picker.minimumTime = time
                case 1: picker.maximumTime = time
                case 2: picker.minuteInterval = number % 40
                case 3: picker.secondInterval = number % 40
                case 4:
                    picker.datePickerMode =
                        DatePicker.Mode.allCases.randomElement(using: &generator) ?? .time
                default: picker.setTime(time, animated: .random(using: &generator))
                }
                steps.append("\(kind): \(time)")
                #expect(picker.minimumTime <= picker.maximumTime, "\(steps)")
                let seconds = Int(picker.time.components.seconds)
                let secondInterval =
                    picker.datePickerMode == .time ? 60 : picker.secondInterval
                #expect(seconds % 60 % secondInterval == 0, "\(steps)")
                #expect(seconds / 60 % 60 % picker.minuteInterval == 0, "\(steps)")
                let hourCount = picker.datePickerMode == .countDownTimer ? 100 : 24
                #expect((0..<hourCount).contains(seconds / 3600), "\(steps)")
                #expect(picker.time <= picker.maximumTime || hourCount == 24, "\(steps)")
                picker.layoutIfNeeded()
            }
        }
    }

    @Test mutating func `a colour picker's colour is always opaque`() {
        let well = ColorWell(frame: Rect(x: 0, y: 0, width: 40, height: 40))
        let picker = ColorPicker(frame: Rect(x: 0, y: 0, width: 200, height: 200))
        for _ in 0..<300 {
            let color = Color(
                hue: number(), saturation: number(), brightness: number(), alpha: number())
            #expect((0...1).contains(color.red) && (0...1).contains(color.blue))
            picker.selectedColor = color
            well.selectedColor = color
            #expect(picker.selectedColor.isOpaque && well.selectedColor?.isOpaque == true)
            picker.layoutIfNeeded()
        }
    }

    @Test mutating func `fingers leave a valid state, even if properties change while they move`() {
        let window = Window(size: Size(width: 300, height: 200))
        for _ in 0..<40 {
            let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
            let slider = Slider(frame: Rect(x: 80, y: 0, width: 200, height: 40))
            let range = RangeSlider(frame: Rect(x: 80, y: 80, width: 200, height: 40))
            let pad = XYPad(frame: Rect(x: 0, y: 90, width: 70, height: 70))
            let controls: [ScaledControl] = [knob, slider, range]
            for control in controls { window.addSubview(control) }
            window.addSubview(pad)
            knob.wraps = .random(using: &generator)
            knob.acceleration = 4
            range.crossing = .random(using: &generator) ? .push : .stop
            slider.springs = .random(using: &generator)
            let panel = Glass(window)
            let fingers = [
                panel.touch(knob), panel.touch(slider), panel.touch(pad),
                panel.touch(range, .lower),
                panel.touch(range, .upper),
            ]
            var values: [Double] {
                [
                    knob.value, slider.value, range.lowerValue, range.upperValue, pad.xValue,
                    pad.yValue,
                ]
            }
            for _ in 0..<15 {
                for control in controls {
                    switch Int.random(in: 0..<9, using: &generator) {
                    case 0: control.minimumValue = number()
                    case 1: control.maximumValue = number()
                    case 2: control.scale = scale()
                    case 3: control.ticks = [number()]
                    case 4: control.detents = [number()]
                    case 5: control.frame.origin.x += 3
                    case 6: control.frame.size.width = .random(in: 30...200, using: &generator)
                    default: break
                    }
                }
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: pad.xScale = scale()
                case 1: pad.yScale.maximum = number()
                case 2: pad.frame.size.height = .random(in: 30...110, using: &generator)
                default: break
                }
                // A thumb that another was in the way of goes on when that is gone.
                fingers[3].jump(to: fingers[3].point)
                fingers[4].jump(to: fingers[4].point)
                let before = values
                for finger in fingers { finger.jump(to: finger.point) }
                #expect(values == before, "a finger that rests changes nothing")
                for finger in fingers {
                    finger.jump(
                        to: Point(
                            x: .random(in: -50...350, using: &generator),
                            y: .random(in: -50...250, using: &generator)))
                }
                expectWithin(knob.value, knob.scale, [])
                expectWithin(slider.value, slider.scale, [])
                expectWithin(range.lowerValue, range.scale, [])
                expectWithin(range.upperValue, range.scale, [])
                expectWithin(pad.xValue, pad.xScale, [])
                expectWithin(pad.yValue, pad.yScale, [])
                #expect(range.lowerValue <= range.upperValue)
            }
            for finger in fingers { finger.lift() }
            for control in controls { control.removeFromSuperview() }
            pad.removeFromSuperview()
        }
    }

    @Test func `invalid appearance settings are rejected or clamped`() {
        let knob = Knob(frame: Rect(x: 0, y: 0, width: 80, height: 80))
        let range = RangeSlider(frame: Rect(x: 0, y: 0, width: 200, height: 40))
        for number in Self.odd {
            knob.lineWidth = number
            knob.pointerLength = number
            range.curvaceousness = number
            knob.tickCount = Int(exactly: number.rounded()) ?? -7
            #expect((0...361).contains(knob.tickCount))
            #expect(knob.lineWidth >= 0 && knob.lineWidth.isFinite)
            #expect(knob.pointerLength >= 0 && knob.pointerLength.isFinite)
            #expect((0...1).contains(range.curvaceousness))
        }
    }

    @Test func `a new range slider has the defaults of the tutorial`() {
        let range = RangeSlider(frame: .zero)
        #expect(range.minimumValue == 0 && range.maximumValue == 1)
        #expect(range.lowerValue == 0.2 && range.upperValue == 0.8)
        #expect(range.curvaceousness == 1)
        #expect(range.minimumGap == 0)
        #expect(range.isContinuous)
    }

    @Test func `a new knob has the defaults of the tutorial`() {
        let knob = Knob(frame: .zero)
        #expect(knob.minimumValue == 0 && knob.maximumValue == 1 && knob.value == 0)
        #expect(knob.lineWidth == 2 && knob.pointerLength == 6)
        #expect(knob.startAngle == .radians(-.pi * 11 / 8))
        #expect(knob.endAngle == .radians(.pi * 3 / 8))
        #expect(knob.isContinuous)
    }

    @Test func `a new slider has the defaults of UISlider`() {
        let slider = Slider(frame: .zero)
        #expect(slider.minimumValue == 0 && slider.maximumValue == 1 && slider.value == 0)
        #expect(slider.isContinuous && !slider.isVertical)
    }

    @Test func `a minimum or maximum that passes the other one moves it along`() {
        let range = RangeSlider(frame: .zero)
        range.minimumValue = 5
        #expect(range.maximumValue == 5)
        #expect(range.lowerValue == 5 && range.upperValue == 5)
        range.maximumValue = -3
        #expect(range.minimumValue == -3)
        #expect(range.lowerValue == -3 && range.upperValue == -3)
    }

    @Test func `a value clamped by a narrower range stays when the range widens again`() {
        let slider = Slider(frame: .zero)
        slider.value = 0.9
        slider.maximumValue = 0.5
        slider.maximumValue = 1
        #expect(slider.value == 0.5)
    }
}
