/// How a finger turns a knob.
extension Knob {
    /// The direction in which a finger moves to turn the knob.
    public enum Drag: String, Sendable, CaseIterable {
        /// Around the centre.
        case rotary
        /// Up increases.
        case vertical
        /// To the right increases.
        case horizontal
        /// Up or to the right increases.
        case linear
        /// Around the centre or `linear`: the first millimetres of each touch decide.
        case auto
    }

    /// How touches and turns change the value; `relative` by default.
    public var mode: RotaryDrag.Mode {
        get { knobDrag.rotation.mode }
        set { knobDrag.rotation.mode = newValue }
    }
    /// What a finger that lands in the track's gap does in `latched` mode. By default, nothing
    /// until it is on the track.
    public var gapBegin: RotaryDrag.GapBegin {
        get { knobDrag.rotation.gapBegin }
        set { knobDrag.rotation.gapBegin = newValue }
    }
    /// The number of turns of the finger for the whole range in relative mode. `nil` (the default)
    /// uses the track's own sweep; several turns make a fine knob.
    public var turns: Double? {
        get { knobDrag.rotation.turns }
        set { knobDrag.rotation.turns = newValue }
    }
    /// Whether the knob is endless: the least value follows the greatest one. Off by default.
    /// `startAngle` and `endAngle` are usually a whole turn apart then.
    public var wraps: Bool {
        get { knobDrag.rotation.wraps }
        set { knobDrag.rotation.wraps = newValue }
    }
}
