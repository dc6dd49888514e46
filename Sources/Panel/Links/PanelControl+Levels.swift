package import PanelProtocol

// The level in effect, which VCAs move.
extension PanelControl {
    /// Its own level in dB; -∞ for silence, 0 if the control has no level.
    var ownLevel: Double {
        guard let converter, let value else { return 0 }
        return converter.level(of: value) ?? 0
    }

    /// Its own level in the form of one in effect; `nil` if the control has no level.
    var ownEffectiveLevel: EffectiveLevel? { converter?.effective(at: ownLevel) }

    /// A level in effect as the panel would show it.
    package func text(of level: EffectiveLevel) -> String? {
        converter?.text(of: .number(level.value))
    }

    /// Shows the level in effect that results from the masters of its VCAs, in dB; `nil` for no
    /// master.
    func showEffective(_ level: Double?) {
        let new = level.flatMap { converter?.effective(at: $0) }
        effective = new
        // Sums of the same numbers in another order may differ in the last bit.
        let isOwn = new.map { abs($0.value - (ownEffectiveLevel?.value ?? 0)) < 0.001 } ?? true
        body.showEffective?(isOwn ? nil : new?.value)
    }
}
