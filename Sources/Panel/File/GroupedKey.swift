import TOML

/// A key that belongs to groups, or is the master of one, with the positions of these options.
struct GroupedKey {
    let key: KeyDescription
    /// The ID of its strip.
    let strip: String
    /// The names of its groups.
    let groups: [String]
    let groupsPosition: SourcePosition
    let masterPosition: SourcePosition
}
