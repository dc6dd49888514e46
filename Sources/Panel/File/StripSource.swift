/// The properties that the strips of one table share.
struct StripSource {
    let fields: TableFields
    let options: StripOptions
    let stack: StackReader
    let without: [String]
    /// The number of the first strip.
    let first: Int
    /// Whether the file numbers the strips: by `{n}` in their IDs, or by the key `first`.
    let isNumbered: Bool
    /// The labels of the strips, from the first one on.
    let names: [String]
    /// The controls read so far that are the same in every strip without exceptions, by their index
    /// in the stack.
    var common: [ControlDescription?]
}

/// The known properties of the strips with one ID.
struct KnownStrip {
    /// The label of the first strip.
    var label: String?
    /// Their addresses.
    var bind = BindOptions()
    /// The IDs of their controls, including those in `without`.
    var controls: Set<String> = []
}

/// The strip whose controls are being read.
struct StripContext {
    let id: String
    let number: Int
    let options: StripOptions
    /// The exception that changes the strip; `nil` without one.
    let exception: TableFields?
    /// The IDs of the controls that the strip does not have.
    let without: [String]
}
