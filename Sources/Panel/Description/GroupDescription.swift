/// `[groups.NAME]`: keys that belong together.
package struct GroupDescription: Equatable, Sendable {
    package var name: String
    /// What a person sees; the name if the file says nothing.
    package var label: String
    package var kind = Kind.mute
    /// Whether all keys of a radio group may be off.
    package var allowsNone = false

    /// What the keys have to do with one another.
    package enum Kind: String, CaseIterable, Sendable {
        /// All count as on while the group is on, whatever each is set to.
        case mute
        /// One is on.
        case radio
    }
}
