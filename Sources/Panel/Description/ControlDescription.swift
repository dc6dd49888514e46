package import Drawing

/// One control: what all types have in common, and what its own type adds.
package struct ControlDescription: Sendable {
    /// The full id, strip and control: `ch1.level`.
    package var id: String
    /// What a person sees on the control; empty for none.
    package var label: String
    package var access: Access
    package var isVisible: Bool
    package var isEnabled: Bool
    /// Its own colour, or that of its strip; nil for the theme's accent.
    package var color: Color?
    /// Its own colour; nil where the file gives it none.
    package var ownColor: Color?
    /// Whether recalling a scene leaves it as it is.
    package var isRecallSafe = false
    /// Names of the groups it belongs to.
    package var groups: [String]
    package var placement: PlacementDescription
    /// The name of its type, such as `knob`.
    package var type: String
    /// What it is, with the options of its type.
    var kind: any ControlKind
    /// Where its table begins in the file.
    package var position: SourcePosition

    /// What clients and fingers may do to a value.
    package enum Access: String, CaseIterable, Sendable {
        case readWrite = "rw"
        /// A finger may not move it.
        case readOnly = "r"
        /// A client sets it and no finger: it shows what a program wants to be seen.
        case writeOnly = "w"
    }

    /// Whether another is of a control that means the same to a finger, whatever it looks like and
    /// wherever in its file and its strip it stands.
    func meansTheSame(as other: ControlDescription) -> Bool {
        id == other.id && access == other.access && isVisible == other.isVisible
            && isEnabled == other.isEnabled && groups == other.groups && type == other.type
            && kind.meansTheSame(asAny: other.kind)
    }
}
