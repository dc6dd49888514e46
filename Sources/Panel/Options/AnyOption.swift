/// An option without the type of its target.
///
/// There are many options and many types of targets. If the types were parts of what tables are made
/// of, Swift would create hundreds of types at run time, which takes longer than to read a panel
/// file.
struct AnyOption: Sendable {
    /// The entry for readers; the table adds the default.
    var entry: OptionEntry
    /// Reads the value of its key, if it is set.
    let read: @Sendable (inout TableFields, _ key: String) -> (any Sendable)?
    /// A value that was read, as in a file.
    let text: @Sendable (any Sendable) -> String?
    /// The value in a target, as in a file; `nil` if it cannot be written.
    let written: @Sendable (OptionTarget) -> String?
    /// Copies the value from one target to another.
    let copy: @Sendable (_ source: OptionTarget, _ target: OptionTarget) -> Void
    /// Applies a value that was read to a target.
    let apply: @Sendable (any Sendable, OptionTarget, ImageCollection?) -> Void

    /// The default, as in a file: the value in a target without any options; `nil` if it cannot be
    /// written.
    func standard(in target: OptionTarget) -> String? {
        switch entry.standard {
        case .phrase: nil
        case .value(let value): written(target) ?? value
        case nil: written(target)
        }
    }
}

/// The place of an option's target. Only tables of its type are given it.
typealias OptionTarget = UnsafeMutableRawPointer
