/// `[groups.NAME]`: a group of keys.
package struct GroupDescription: Equatable, Sendable {
    package var name: String
    /// The text for people; the name by default.
    package var label: String
    package var kind = Kind.mute
    /// Whether all keys of a radio group may be off.
    package var allowsNone = false

    /// What a group does with its keys.
    package enum Kind: String, CaseIterable, Sendable {
        /// All keys are effectively on while the group is on.
        case mute
        /// Only one key is on.
        case radio
    }
}
