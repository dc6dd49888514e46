import Controls
import PanelProtocol
import Testing

@testable import Panel

// Levels in effect on a desk.
extension PanelDesk {
    /// A mixer with these links.
    convenience init(vcas links: String) throws {
        try self.init(links, panel: VCATests.mixer)
    }

    func effective(_ id: String) throws -> EffectiveLevel? {
        try #require(panel[id]).state?.effective
    }

    /// The level in effect in dB, to a thousandth.
    func level(_ id: String) throws -> Double {
        let level = try #require(try effective(id))
        return level.gain == 0 ? -.infinity : (level.value * 1000).rounded() / 1000
    }

    /// Where the second mark of a control is.
    func mark(_ id: String) throws -> Double? {
        try #require(panel[id]?.view as? ValueControl).effectiveValue
    }

    /// The changes of levels in effect that clients were told since the last reading.
    func readLevels() -> [String] {
        readNotices().compactMap { notice in
            guard case .effectiveChanged(let control, let level) = notice else { return nil }
            return "\(control) \((level.value * 10).rounded() / 10)"
        }
    }

    /// Has a client make a VCA of faders; the first is the master.
    func linkVCA(_ name: String, _ strips: [String]) throws {
        _ = try panel.link(
            LinkRequest(name: name, controls: strips.map { $0 + ".level" }, mode: .vca),
            from: client, at: glass.now)
    }
}
