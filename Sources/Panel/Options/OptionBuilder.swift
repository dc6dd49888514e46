/// Combines options in order.
@resultBuilder
public enum OptionBuilder<Target> {
    /// One option.
    public static func buildExpression(_ option: PanelOption<Target>) -> OptionPart {
        OptionPart(options: [option.option])
    }

    /// Options that are shared with another table.
    public static func buildExpression(_ options: OptionList<Target>) -> OptionPart {
        OptionPart(options: options.options)
    }

    /// Options of a program's own type of control.
    public static func buildExpression(_ options: [PanelOption<Target>]) -> OptionPart {
        OptionPart(options: options.map(\.option))
    }

    /// All options, in order.
    public static func buildBlock(_ parts: OptionPart...) -> OptionList<Target> {
        var options: [AnyOption] = []
        // Tables are never freed, so they reserve no more memory than they need.
        options.reserveCapacity(parts.reduce(0) { $0 + $1.options.count })
        for part in parts { options += part.options }
        return OptionList(options: options)
    }
}

/// One or several options of a builder. They are for its target.
public struct OptionPart: Sendable {
    let options: [AnyOption]
}

/// Options in the order of the manual.
public struct OptionList<Target>: Sendable {
    let options: [AnyOption]

    /// The same options, except for one.
    func without(_ key: String) -> Self {
        Self(options: options.filter { $0.entry.key != key })
    }
}
