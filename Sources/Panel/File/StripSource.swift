/// The properties that the strips of one table share.
struct StripSource {
    let fields: TableFields
    let options: StripOptions
    let stack: StackReader
    let without: [String]
    /// The number of the first strip.
    let first: Int
    /// Whether the file gives the strips numbers: in their IDs, or by the first one.
    let isNumbered: Bool
    /// The labels of the strips, from the first one on.
    let names: [String]
    /// The controls that were read and are the same in each strip without exceptions, by their index
    /// in the stack.
    var common: [ControlDescription?]
}

/// The known properties of the strips with one ID.
struct KnownStrip {
    /// The label of the first one.
    var label: String?
    /// Their addresses.
    var bind = BindOptions()
    /// The IDs of their controls, including those in `without`.
    var controls: Set<String> = []
}
