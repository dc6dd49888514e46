public import Controls
public import Drawing

// Tables are built once, and rarely read. So closures capture only those parts of a form that they
// call, and generic code is not specialized for each type of value
// (`optimize.sil.specialize.generic.never`): that would make the daemon 5 % larger.

/// An option of a panel file: its key, its valid values, its effect, and the property that it sets.
///
/// The default is the property's value in a new control, so it is defined only once:
///
/// ```swift
/// PanelOption("length", \Lever.length, .number(in: 20...400), unit: "pixels",
///     "How far a finger goes over the whole range.")
/// ```
public struct PanelOption<Target>: Sendable {
    /// The option without the type of its target.
    private(set) var option: AnyOption

    private static func target(at place: OptionTarget) -> UnsafeMutablePointer<Target> {
        place.assumingMemoryBound(to: Target.self)
    }

    /// An option that sets a property.
    ///
    /// - Parameters:
    ///   - key: The key in the file.
    ///   - property: The property that it sets.
    ///   - form: The form of its values.
    ///   - unit: The unit of its numbers.
    ///   - defaultPhrase: The default, as a phrase; the value of the property if omitted.
    ///   - sentence: Its effect.
    @inline(__always)
    public init<Value>(
        _ key: String,
        // Not `any … & Sendable`: the compiler replaces a plain key path by the property itself.
        _ property:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<Target, Value>,
        _ form: OptionForm<Value>, unit: String = "", otherwise defaultPhrase: String? = nil,
        _ sentence: String
    ) {
        self.init(
            key, form, unit: unit, otherwise: defaultPhrase, sentence,
            get: { $0[keyPath: property()] },
            set: { target, value in if let value { target[keyPath: property()] = value } })
    }

    /// An option that sets a property which may be `nil`.
    ///
    /// - Parameters:
    ///   - key: The key in the file.
    ///   - property: The property that it sets.
    ///   - form: The form of its values.
    ///   - unit: The unit of its numbers.
    ///   - defaultPhrase: The default, as a phrase; the value of the property if omitted.
    ///   - sentence: Its effect.
    @inline(__always)
    public init<Value>(
        _ key: String,
        _ property:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<Target, Value?>,
        _ form: OptionForm<Value>, unit: String = "", otherwise defaultPhrase: String? = nil,
        _ sentence: String
    ) {
        self.init(
            key, form, unit: unit, otherwise: defaultPhrase, sentence,
            get: { $0[keyPath: property()] }, set: { $0[keyPath: property()] = $1 })
    }

    /// An option that sets a property of targets of several types. A key path of each type would be
    /// made while the program runs, which takes much longer than calling functions.
    ///
    /// - Parameters:
    ///   - get: Reads the property; `nil` if it has no value.
    ///   - set: Sets it, to `nil` only if `get` may give that.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init<Value>(
        _ key: String, _ form: OptionForm<Value>, unit: String = "",
        otherwise defaultPhrase: String? = nil, _ sentence: String,
        get: @escaping @Sendable (Target) -> Value?,
        set: @escaping @Sendable (inout Target, Value?) -> Void
    ) {
        let entry = OptionEntry(
            key: key, shape: form.shape, words: form.words, unit: unit, sentence: sentence,
            defaultValue: defaultPhrase.map { .phrase($0) })
        option = AnyOption(entry: entry, read: form.readAny) { [written = form.written] step in
            switch step {
            case .write(let value): return (value as? Value).map(written)
            case .writeValue(let target): return get(Self.target(at: target).pointee).map(written)
            case .copy(let source, let target):
                set(&Self.target(at: target).pointee, get(Self.target(at: source).pointee))
            case .apply(let value, let target, _):
                if let value = value as? Value { set(&Self.target(at: target).pointee, value) }
            }
            return nil
        }
    }
}

extension PanelOption where Target: View {
    /// An option for the colour of a part of the control.
    @inline(__always)
    static func tint(
        _ key: String,
        _ property:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<Target, Color?>,
        _ sentence: String
    ) -> Self {
        Self(key, property(), .color, otherwise: "the theme's", sentence).appearanceOnly
    }

    /// An option for an image.
    @inline(__always)
    public init(
        _ key: String,
        image property:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<Target, Image?>,
        _ sentence: String
    ) {
        self.init(
            key, image: sentence, copy: { $1[keyPath: property()] = $0[keyPath: property()] },
            set: { $1[keyPath: property()] = $0 })
    }

    /// An option for an image that is passed to a function.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init(
        _ key: String, image sentence: String,
        copy: @escaping @Sendable (Target, inout Target) -> Void,
        set: @escaping @Sendable (Image?, inout Target) -> Void
    ) {
        let form = OptionForm.image
        let entry = OptionEntry(key: key, shape: .image, sentence: sentence)
        option = AnyOption(entry: entry, read: form.readAny) { [written = form.written] step in
            switch step {
            case .write(let source): return (source as? ImageSource).map(written)
            case .writeValue: break
            case .copy(let source, let target):
                copy(Self.target(at: source).pointee, &Self.target(at: target).pointee)
            case .apply(let source, let target, let images):
                let image = images?.image(source as? ImageSource)
                set(image, &Self.target(at: target).pointee)
            }
            return nil
        }
        option.entry.isAppearanceOnly = true
    }
}

extension PanelOption {
    /// An option that sets nothing itself: the code that reads the table uses its value.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    init<Value>(
        _ key: String, _ form: OptionForm<Value>, unit: String = "",
        otherwise defaultValue: OptionEntry.Default? = nil, _ sentence: String
    ) {
        let entry = OptionEntry(
            key: key, shape: form.shape, words: form.words, unit: unit, sentence: sentence,
            defaultValue: defaultValue)
        option = AnyOption(entry: entry, read: form.readAny) { [written = form.written] step in
            guard case .write(let value) = step else { return nil }
            return (value as? Value).map(written)
        }
    }

    /// The same option, marked as changing only the appearance of the control: touches on the
    /// control continue when a reload changes it.
    public var appearanceOnly: Self { with { $0.isAppearanceOnly = true } }

    /// The same option, also reported by `list` under its key: a number, a word, or a flag.
    public var listed: Self { with { $0.isListed = true } }

    /// The same option, marked as having an effect only on a control that fingers move.
    public var onlyForFingers: Self { with { $0.isOnlyForFingers = true } }

    /// The same option, marked as required.
    public var required: Self { with { $0.isRequired = true } }

    /// The same option, which only has an effect if another one has one of these values.
    ///
    /// - Parameters:
    ///   - key: The other option.
    ///   - values: As in a file: `true`, `"latched"`.
    public func onlyWhen(_ key: String, is values: String...) -> Self {
        with { $0.conditions.append(OptionCondition(key: key, values: values, isWanted: true)) }
    }

    /// The same option, which has no effect if another one has one of these values.
    ///
    /// - Parameters:
    ///   - key: The other option.
    ///   - values: As in a file: `true`, `"latched"`.
    public func exceptWhen(_ key: String, is values: String...) -> Self {
        with { $0.conditions.append(OptionCondition(key: key, values: values, isWanted: false)) }
    }

    /// The same option, which only has an effect if another one is set.
    public func onlyWith(_ key: String) -> Self {
        with { $0.conditions.append(OptionCondition(key: key, values: [], isWanted: true)) }
    }

    /// The same option, which has no effect if another one is set.
    public func exceptWith(_ key: String) -> Self {
        with { $0.conditions.append(OptionCondition(key: key, values: [], isWanted: false)) }
    }

    private func with(_ change: (inout OptionEntry) -> Void) -> Self {
        var changed = self
        change(&changed.option.entry)
        return changed
    }
}
