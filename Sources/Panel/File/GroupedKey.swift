/// A key that is in groups or the master of one, and where its table says so.
struct GroupedKey {
    let key: KeyDescription
    /// The names of the groups it is in.
    let groups: [String]
    let groupsPosition: SourcePosition
    let masterPosition: SourcePosition
}
