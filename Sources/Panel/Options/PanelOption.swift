public import Controls
public import Drawing

/// An option of a panel file: its key, what may stand there and what it does, and the property that
/// it sets.
///
/// What holds without it is what the property is when `make` returns the control, so it is written
/// once:
///
/// ```swift
/// PanelOption("length", \Lever.length, .number(in: 20...400), unit: "pixels",
///     "How far a finger goes over the whole range.")
/// ```
public struct PanelOption<Target>: Sendable {
    /// What readers are told of it; what holds without it is filled in by the table.
    var entry: OptionEntry
    /// Reads it, if it is there.
    let read: @Sendable (inout TableFields) -> GivenOption<Target>?
    /// What a target has, as a file would have it; nil for nothing that can be written.
    let written: @Sendable (Target) -> String?
    /// Gives a target what another has.
    let copy: @Sendable (_ source: Target, _ target: inout Target) -> Void

    private init<Value>(
        _ entry: OptionEntry, _ form: OptionForm<Value>,
        written: @escaping @Sendable (Target) -> String?,
        copy: @escaping @Sendable (Target, inout Target) -> Void,
        apply: @escaping @Sendable (Value, inout Target, ImageCollection?) -> Void
    ) {
        var entry = entry
        entry.words = form.words
        self.entry = entry
        self.written = written
        self.copy = copy
        read = { [key = entry.key] fields in
            form.read(&fields, key).map { value in
                GivenOption(key: key, value: value, written: form.written(value)) {
                    apply(value, &$0, $1)
                }
            }
        }
    }

    /// An option that sets a property.
    ///
    /// - Parameters:
    ///   - key: The key in the file.
    ///   - property: What it sets.
    ///   - form: What may stand in the file.
    ///   - unit: The unit of its numbers.
    ///   - standard: What holds without it, as a phrase; the value of the property if left out.
    ///   - sentence: What it does.
    public init<Value>(
        _ key: String, _ property: any WritableKeyPath<Target, Value> & Sendable,
        _ form: OptionForm<Value>, unit: String = "", otherwise standard: String? = nil,
        _ sentence: String
    ) {
        self.init(
            OptionEntry(
                key: key, shape: form.shape, unit: unit, sentence: sentence,
                standard: standard.map { .phrase($0) }), form,
            written: { form.written($0[keyPath: property]) },
            copy: { $1[keyPath: property] = $0[keyPath: property] },
            apply: { value, target, _ in target[keyPath: property] = value })
    }

    /// An option that sets a property which may be `nil`.
    ///
    /// - Parameters:
    ///   - key: The key in the file.
    ///   - property: What it sets.
    ///   - form: What may stand in the file.
    ///   - unit: The unit of its numbers.
    ///   - standard: What holds without it, as a phrase; the value of the property if left out.
    ///   - sentence: What it does.
    public init<Value>(
        _ key: String, _ property: any WritableKeyPath<Target, Value?> & Sendable,
        _ form: OptionForm<Value>, unit: String = "", otherwise standard: String? = nil,
        _ sentence: String
    ) {
        self.init(
            OptionEntry(
                key: key, shape: form.shape, unit: unit, sentence: sentence,
                standard: standard.map { .phrase($0) }), form,
            written: { $0[keyPath: property].map(form.written) },
            copy: { $1[keyPath: property] = $0[keyPath: property] },
            apply: { value, target, _ in target[keyPath: property] = value })
    }
}

extension PanelOption where Target: View {
    /// An option that colours a part of the control.
    static func tint(
        _ key: String, _ property: any WritableKeyPath<Target, Color?> & Sendable,
        _ sentence: String
    ) -> Self {
        Self(key, property, .color, otherwise: "the theme's", sentence).look
    }

    /// An option that names an image.
    public init(
        _ key: String, image property: any WritableKeyPath<Target, Image?> & Sendable,
        _ sentence: String
    ) {
        self.init(
            key, image: sentence, copy: { $1[keyPath: property] = $0[keyPath: property] },
            set: { $1[keyPath: property] = $0 })
    }

    /// An option that names an image, which a function takes.
    init(
        _ key: String, image sentence: String,
        copy: @escaping @Sendable (Target, inout Target) -> Void,
        set: @escaping @Sendable (Image?, inout Target) -> Void
    ) {
        self.init(
            OptionEntry(key: key, shape: .image, sentence: sentence, isLook: true), .image,
            written: { _ in nil }, copy: copy,
            apply: { source, target, images in set(images?.image(source), &target) })
    }
}

extension PanelOption {
    /// An option that sets nothing by itself: the code that reads the table looks at its value.
    init<Value>(
        _ key: String, _ form: OptionForm<Value>, unit: String = "",
        otherwise standard: OptionEntry.Standard? = nil, _ sentence: String
    ) {
        self.init(
            OptionEntry(
                key: key, shape: form.shape, unit: unit, sentence: sentence, standard: standard),
            form, written: { _ in nil }, copy: { _, _ in }, apply: { _, _, _ in })
    }

    /// The same option, which only changes how the control looks: a finger that holds the control
    /// keeps it when the file changes there.
    public var look: Self {
        var option = self
        option.entry.isLook = true
        return option
    }

    /// The same option, which clients get from `list` under its key: a number, a word, or a flag.
    public var listed: Self {
        var option = self
        option.entry.isListed = true
        return option
    }

    /// The same option, without which the file is wrong.
    public var required: Self {
        var option = self
        option.entry.isRequired = true
        return option
    }

    /// The same option, in effect only where another one has one of these values.
    ///
    /// - Parameter values: as a file would have them: `true`, `"latched"`.
    public func onlyWhen(_ key: String, is values: String...) -> Self {
        with(OptionCondition(key: key, values: values, isWanted: true))
    }

    /// The same option, without effect where another one has one of these values.
    ///
    /// - Parameter values: as a file would have them: `true`, `"latched"`.
    public func exceptWhen(_ key: String, is values: String...) -> Self {
        with(OptionCondition(key: key, values: values, isWanted: false))
    }

    /// The same option, in effect only where another one is there.
    public func onlyWith(_ key: String) -> Self {
        with(OptionCondition(key: key, values: [], isWanted: true))
    }

    /// The same option, without effect where another one is there.
    public func exceptWith(_ key: String) -> Self {
        with(OptionCondition(key: key, values: [], isWanted: false))
    }

    private func with(_ condition: OptionCondition) -> Self {
        var option = self
        option.entry.conditions.append(condition)
        return option
    }
}

/// What a file says of an option.
struct GivenOption<Target>: Sendable {
    let key: String
    let value: any Sendable
    /// The value as a file would have it.
    let written: String
    /// Gives a target the value.
    let apply: @Sendable (_ target: inout Target, ImageCollection?) -> Void
}
