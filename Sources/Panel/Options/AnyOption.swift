/// An option without the type of its target.
///
/// If tables were generic over the types of targets and values, Swift would create hundreds of
/// types at run time, and that takes longer than reading a panel file.
struct AnyOption: Sendable {
    /// The entry for readers; the table adds the default.
    var entry: OptionEntry
    /// Reads the value of its key, if it is set.
    let read: @Sendable (inout TableFields, _ key: String) -> (any Sendable)?
    /// Does everything that needs the types of the value and of the target. It is a single closure
    /// because each closure takes memory, and the tables are never freed.
    let perform: @Sendable (Step) -> String?

    /// What an option does with its values. Only the first two have a result.
    enum Step {
        case write(_ value: any Sendable)
        case writeValue(of: OptionTarget)
        case copy(from: OptionTarget, to: OptionTarget)
        case apply(_ value: any Sendable, to: OptionTarget, ImageCollection?)
    }

    /// A value that was read, as in a file.
    func text(_ value: any Sendable) -> String? { perform(.write(value)) }

    /// The value in a target, as in a file; `nil` if it cannot be written.
    func written(_ target: OptionTarget) -> String? { perform(.writeValue(of: target)) }

    /// Copies the value from one target to another.
    func copy(_ source: OptionTarget, _ target: OptionTarget) {
        _ = perform(.copy(from: source, to: target))
    }

    /// Applies a value that was read to a target.
    func apply(_ value: any Sendable, _ target: OptionTarget, _ images: ImageCollection?) {
        _ = perform(.apply(value, to: target, images))
    }

    /// The default, as in a file: the value in a target without any options; `nil` if it cannot be
    /// written.
    func defaultText(in target: OptionTarget) -> String? {
        switch entry.defaultValue {
        case .phrase: nil
        case .value(let value): written(target) ?? value
        case nil: written(target)
        }
    }
}

/// The address of an option's target. Only a table of that target type gets it.
typealias OptionTarget = UnsafeMutableRawPointer
