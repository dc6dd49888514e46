package import Drawing
package import TOML

/// One control: the options that all types share, and those of its own type.
package struct ControlDescription: Sendable {
    /// The full ID, strip and control: `ch1.level`.
    package var id: String
    /// The text on the control; empty for none.
    package var label: String
    /// What the control does, for assistive software; empty for none.
    var hint = ""
    package var access: Access
    package var isVisible: Bool
    package var isEnabled: Bool
    /// The colour of the control, or else of its strip; `nil` for the theme's accent.
    package var color: Color?
    /// The control's own colour in the file; `nil` if it has none.
    package var ownColor: Color?
    /// Whether recalling a scene leaves it unchanged.
    package var isRecallSafe = false
    /// The program that serves the control.
    @BoxedUnlessDefault var ownership = OwnerOptions()
    /// Its addresses in other programs.
    var bind = BindOptions()
    /// The icon and the letters of its texts.
    @BoxedUnlessDefault package var textStyle = TextStyle()
    /// The side of the control where its label is.
    package var labelSide = LabelSide.top
    /// The cards to which it belongs; `nil` if it is not a card.
    package var card: CardDescription?
    /// The names of its groups.
    package var groups: [String]
    @BoxedUnlessDefault package var placement: PlacementDescription
    /// The name of its type, such as `knob`.
    package var type: String
    /// The options of its type.
    var kind: any ControlKind
    /// Its parts. For clients, each part is a control; it has no place on the screen.
    package internal(set) var parts: [ControlDescription] = []
    /// The full ID of the control that contains this part; `nil` if this is not a part.
    var container: String?
    /// The start of its table in the file.
    package var position: SourcePosition

    /// Who may change the value.
    package enum Access: String, CaseIterable, Sendable {
        case readWrite = "rw"
        /// Fingers may not move it.
        case readOnly = "r"
        /// Only clients set it: it shows a program's data.
        case writeOnly = "w"
    }

    /// Puts the control into a strip. This sets its full ID, its parts, and the full ID of the
    /// control that it shows.
    mutating func join(_ strip: String, as name: String) {
        id = "\(strip).\(name)"
        if kind.shownControl != nil, let label = kind as? LabelDescription {
            kind = label.resolved(in: strip)
        }
        parts = kind.parts.map { name, kind in part(name, label: label, kind: kind) }
    }

    /// The description of a part, which shares everything but the name and the value.
    func part(_ name: String, label: String, kind: any ControlKind) -> ControlDescription {
        var part = self
        part.id = "\(id).\(name)"
        part.label = [label, name.split(separator: ".").joined(separator: " ")]
            .filter { !$0.isEmpty }.joined(separator: " ")
        part.type = "value"
        part.kind = kind
        part.bind = BindOptions()
        part.groups = []
        part.hint = ""
        part.parts = []
        part.container = id
        return part
    }

    /// Whether another description defines the same control for a finger. Its appearance, and its
    /// place in the file and in its strip, are not compared.
    func isEquivalent(to other: ControlDescription) -> Bool {
        id == other.id && access == other.access && isVisible == other.isVisible
            && isEnabled == other.isEnabled && groups == other.groups && type == other.type
            && kind.isEquivalent(toAny: other.kind)
    }
}
