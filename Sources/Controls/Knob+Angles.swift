public import Drawing

/// The angles of a knob's track.
extension Knob {
    /// Where the track starts; -11π/8 by default. Angles grow clockwise from 3 o'clock. They are
    /// clamped to 100 turns in both directions. An angle above `endAngle` raises that as well. NaN
    /// is ignored.
    public var startAngle: Angle {
        get { knobDrag.rotation.startAngle }
        set { setAngles { $0.startAngle = newValue } }
    }
    /// Where the track ends, clockwise from `startAngle`; 3π/8 by default. It is clamped to 100
    /// turns in both directions. An angle below `startAngle` lowers that as well. NaN is ignored.
    public var endAngle: Angle {
        get { knobDrag.rotation.endAngle }
        set { setAngles { $0.endAngle = newValue } }
    }

    private func setAngles(_ change: (inout RotaryDrag) -> Void) {
        let before = (startAngle, endAngle)
        change(&knobDrag.rotation)
        guard (startAngle, endAngle) != before else { return }
        // A finger that is down continues from the present value.
        knobDrag.rotation.reanchor(at: scale.position(of: value))
        redraw()
    }

    /// Whether both ends of the track are at the same place, so that a turn past one end continues
    /// at the other.
    var isClosed: Bool {
        wraps && abs((endAngle - startAngle).radians - 2 * .pi) < 1e-6
    }

    /// The angle of a value on the track.
    public func angle(of value: Double) -> Angle { angle(at: scale.position(of: value)) }

    /// The angle of a position on the track, 0…1.
    func angle(at position: Double) -> Angle {
        startAngle + (endAngle - startAngle) * position
    }
}
