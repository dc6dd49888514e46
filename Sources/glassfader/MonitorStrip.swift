import Drawing
import GlassfaderClient

/// A strip of a page with the controls that the monitor shows.
struct MonitorStrip: Equatable {
    /// The strip's name.
    let name: String
    /// The colour of the band behind the title, in the palette of terminals; nil for none.
    let color: UInt8?
    /// The strip's label or name.
    let title: String
    /// The names of its controls, from the top.
    let controls: [String]

    /// The visible strips of a page, from left to right as on the panel; after them those that stay
    /// whatever page is shown.
    ///
    /// - Parameter styles: The strips of the panel, by name.
    static func strips(
        _ styles: [String: PanelStrip], of controls: [PanelControl]
    ) -> [MonitorStrip] {
        var names: [String] = []
        var groups: [String: [PanelControl]] = [:]
        for control in controls {
            let name = control.name.prefix { $0 != "." }
            if groups[String(name)] == nil { names.append(String(name)) }
            groups[String(name), default: []].append(control)
        }
        let strips = names.filter { styles[$0]?.isVisible ?? true }.compactMap { name in
            groups[name].map { (name, $0) }
        }
        return strips.enumerated().sorted {
            (place($0.element.1), left($0.element.1), $0.offset)
                < (place($1.element.1), left($1.element.1), $1.offset)
        }.map { MonitorStrip(named: $0.element.0, styles[$0.element.0], $0.element.1) }
    }

    private init(named name: String, _ style: PanelStrip?, _ controls: [PanelControl]) {
        self.name = name
        color = style?.color.flatMap { Color(hex: $0) }?.paletteIndex
        let label = style?.label ?? ""
        title = TerminalText.escaped(label.isEmpty ? name : label)
        self.controls = controls.enumerated().sorted {
            (Self.top($0.element), $0.offset) < (Self.top($1.element), $1.offset)
        }.map(\.element.name)
    }

    private static func place(_ controls: [PanelControl]) -> Int {
        controls.allSatisfy { $0.page == nil } ? 1 : 0
    }

    private static func left(_ controls: [PanelControl]) -> Double {
        // What the panel does not show, because another strip is selected, has no size.
        let places = controls.map(\.frame).filter { $0.count == 4 && $0[2] > 0 }.map { $0[0] }
        return places.min() ?? .infinity
    }

    private static func top(_ control: PanelControl) -> Double {
        control.frame.count > 1 ? control.frame[1] : 0
    }
}
