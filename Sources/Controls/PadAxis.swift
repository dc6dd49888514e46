/// One axis of a pad: a value on a scale, and the drag that moves it.
struct PadAxis {
    private(set) var scale = ValueScale()
    private(set) var value = 0.0
    /// The value when the finger landed.
    private(set) var valueAtBegin = 0.0
    private var drag = LinearDrag(touch: 0, position: 0)
    private var lastTouch = 0.0

    /// The position of the value, 0…1 of the travel.
    var position: Double { scale.position(of: value) }

    /// The value as a person reads it.
    func text(_ format: ValueFormat?) -> String {
        let format = format ?? ValueFormat(unit: "", scale: scale)
        return format.text(for: value, isOff: scale.taper.isOff(value))
    }

    /// The value one step, or a tenth of the travel, further up (1) or down (-1).
    func stepped(by direction: Double) -> Double { scale.stepped(value, by: direction) }

    mutating func setScale(_ newScale: ValueScale) {
        guard newScale != scale else { return }
        scale = newScale
        value = scale.valid(value) ?? scale.minimum
        valueAtBegin = scale.valid(valueAtBegin) ?? scale.minimum
        reanchor()
    }

    /// Takes the nearest valid value. NaN is ignored.
    mutating func setValue(_ newValue: Double) {
        guard let valid = scale.valid(newValue), valid != value else { return }
        value = valid
        reanchor()
    }

    /// Makes a finger that is down continue from the present value.
    private mutating func reanchor() {
        drag = LinearDrag(touch: lastTouch, position: position, gain: drag.gain)
    }

    /// A finger landed at a point of the travel.
    mutating func begin(at touch: Double, isRelative: Bool, gain: Double) {
        valueAtBegin = value
        lastTouch = touch
        drag = LinearDrag(touch: touch, position: isRelative ? position : touch, gain: gain)
    }

    /// Adapts to a travel that has itself changed: on the new one, the finger's last point is
    /// `touch`.
    mutating func rebase(to touch: Double) {
        drag.rebase(from: lastTouch, to: touch)
        lastTouch = touch
    }

    /// The finger moved to a point of the travel, which may be beyond the ends.
    mutating func move(to touch: Double, gain: Double) {
        lastTouch = touch
        let moved = drag.move(to: touch, gain: gain).clamped(from: 0, to: 1)
        // A resting finger changes nothing, not even by the rounding of a taper.
        if moved != position { value = scale.value(at: moved) }
    }
}
