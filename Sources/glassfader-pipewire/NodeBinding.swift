import GlassfaderBridge
import GlassfaderClient

/// A control and what it sets of a node.
struct NodeBinding {
    /// What a control is to a node.
    enum Property: String, CaseIterable {
        /// The volume, for a control in dB.
        case volume
        /// 1 if it is muted.
        case mute
        /// 0 if it is muted.
        case on
        /// Left and right, for any other control with a range.
        case balance
        /// What it plays, for a meter.
        case meter
    }

    let control: PanelControl
    let pattern: NodePattern
    let property: Property

    /// Reads a node, and after ` as ` what of it. Without that, the type of control decides.
    init(_ text: String, of control: PanelControl) throws(BridgeProblem) {
        func problem(_ reason: String) -> BridgeProblem {
            BridgeProblem("\(control.name): bind.pipewire = \"\(text)\": \(reason)")
        }
        let (node, name) = text.splittingScale
        let property = name.flatMap(Property.init)
        if let name, property == nil {
            throw problem(
                "'\(name)' is not a property: expected "
                    + Property.allCases.map(\.rawValue).joined(separator: ", "))
        }
        guard let pattern = NodePattern(node) else {
            throw problem(
                "expected the name of a node, KEY=VALUE, default.sink or default.source, and perhaps "
                    + "' as volume', mute, on, balance or meter")
        }
        self.control = control
        self.pattern = pattern
        self.property = property ?? Self.property(of: control)
        if let reason = Self.problem(with: control, as: self.property) { throw problem(reason) }
    }

    private static func property(of control: PanelControl) -> Property {
        if control.reading == nil { return .meter }
        if control.isToggle { return .mute }
        return control.unit == "dB" ? .volume : .balance
    }

    private static func problem(with control: PanelControl, as property: Property) -> String? {
        switch property {
        case .volume:
            control.unit == "dB" && control.parts.isEmpty ? nil : "the control is not in dB"
        case .mute, .on: control.isToggle ? nil : "the control is not on or off"
        case .balance:
            control.minimum != nil && control.parts.isEmpty && !control.isToggle
                ? nil : "the control has no range of numbers"
        case .meter: control.channels > 0 ? nil : "the control has no meter"
        }
    }
}
