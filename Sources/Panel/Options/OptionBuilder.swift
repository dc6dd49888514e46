/// Combines options in order.
@resultBuilder
public enum OptionBuilder<Target> {
    /// One option.
    public static func buildExpression(_ option: PanelOption<Target>) -> OptionList<Target> {
        OptionList(options: [option.option])
    }

    /// Options that are shared with another table.
    public static func buildExpression(_ options: OptionList<Target>) -> OptionList<Target> {
        options
    }

    /// Options of a program's own type of control.
    public static func buildExpression(_ options: [PanelOption<Target>]) -> OptionList<Target> {
        OptionList(options: options.map(\.option))
    }

    /// The first options.
    public static func buildPartialBlock(first: OptionList<Target>) -> OptionList<Target> { first }

    /// Further options, in order.
    public static func buildPartialBlock(
        accumulated: OptionList<Target>, next: OptionList<Target>
    ) -> OptionList<Target> {
        OptionList(options: accumulated.options + next.options)
    }
}

/// Options in the order of the manual.
public struct OptionList<Target>: Sendable {
    let options: [AnyOption]

    /// The same options, except for one.
    func without(_ key: String) -> Self {
        Self(options: options.filter { $0.entry.key != key })
    }
}
