import GlassfaderBridge
import GlassfaderClient

/// A strip of the panel with the controls that a channel of a Mackie Control has.
struct MackieStrip {
    let name: String
    /// The title.
    var label: String
    /// What the fader moves.
    var fader: PanelControl?
    /// What the pot turns.
    var pan: PanelControl?
    var keys: [MackieKey: PanelControl] = [:]
    /// What shows the level.
    var meter: PanelControl?
    /// Whether it is the one beside the channels.
    let isMaster: Bool

    /// The strips of these names are the master, unless their `bind` has another word.
    private static let masters = ["main", "master"]

    /// Finds the controls of a strip by their names; `nil` for one that `bind` leaves out.
    init?(_ strip: PanelStrip, _ panel: BridgePanel) throws(BridgeProblem) {
        switch strip.bind["midi"] {
        case nil: isMaster = Self.masters.contains(strip.name)
        case "master": isMaster = true
        case "channel": isMaster = false
        case "none": return nil
        case let text?:
            throw BridgeProblem(
                "\(strip.name): bind.midi = \"\(text)\": expected channel, master or none")
        }
        name = strip.name
        label = strip.label
        let controls = panel.controls.filter { strip.controls.contains($0.name) }
        func control(_ names: [String], _ isFit: (PanelControl) -> Bool) -> PanelControl? {
            controls.first { control in
                let end = control.name.split(separator: ".").last.map(String.init) ?? ""
                return names.contains(end) && control.reading != nil && isFit(control)
            }
        }
        func isLevel(_ control: PanelControl) -> Bool {
            control.unit == "dB" && control.parts.count < 2 && control.reading != nil
        }
        fader =
            control(["level", "fader", "volume"], isLevel)
            ?? controls.first { $0.type == "slider" && isLevel($0) }
        pan = control(["pan", "balance"]) { $0.minimum != nil && $0.parts.count < 2 }
        for key in MackieKey.allCases { keys[key] = control(key.names, \.isToggle) }
        meter = panel.meters(of: strip).first { $0.reading == nil } ?? panel.meters(of: strip).first
    }

    /// The controls with values.
    var controls: [PanelControl] {
        [fader, pan].compactMap { $0 } + MackieKey.allCases.compactMap { keys[$0] }
    }

    /// What is shown for `check`.
    func entries(at place: String) -> [Bindings.Entry] {
        var entries: [Bindings.Entry] = []
        func add(_ control: PanelControl?, _ part: String) {
            guard let control else { return }
            entries.append(.init(control.name, "\(part) of \(place)", origin: "mackie"))
        }
        add(fader, "fader")
        add(pan, "pot")
        for key in MackieKey.allCases { add(keys[key], "\(key) key") }
        return entries
    }
}
