import Drawing
import Layers

/// The lamps around a knob that has a ring.
struct KnobLamps {
    private var layers: [ShapeLayer] = []

    /// Sets the number of lamps, with new ones in front of the other layers. Returns whether any
    /// are new.
    mutating func setCount(_ count: Int, in layer: Layer) -> Bool {
        while layers.count > count { layers.removeLast().removeFromSuperlayer() }
        let isMore = layers.count < count
        while layers.count < count {
            let lamp = ShapeLayer()
            layer.addSublayer(lamp)
            layers.append(lamp)
        }
        return isMore
    }

    /// Places the lamps along the track of a face.
    func layOut(on face: KnobFace) {
        guard layers.count > 1 else { return }
        let width = face.trackWidth
        let pitch = (face.endAngle - face.startAngle) / Double(layers.count - 1)
        for (number, lamp) in layers.enumerated() {
            let middle = face.startAngle + pitch * Double(number)
            lamp.frame = face.bounds
            lamp.lineWidth = width
            // Each round end takes half the width.
            let reach = Angle.radians(
                max(abs(pitch.radians) * 0.3 - width / 2 / face.trackRadius, 0.001))
            lamp.shape = .arc(
                center: face.center, radius: face.trackRadius, start: middle - reach,
                end: middle + reach)
        }
    }

    /// Lights the lamps of a range, and darkens the others.
    func light(_ lit: ClosedRange<Int>, _ tint: Color, dark: Color) {
        for (number, lamp) in layers.enumerated() {
            lamp.strokeColor = lit.contains(number) ? tint : dark
        }
    }
}
