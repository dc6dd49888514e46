/// Combines options in order.
@resultBuilder
public enum OptionBuilder<Target> {
    /// One option.
    public static func buildExpression(_ option: PanelOption<Target>) -> [PanelOption<Target>] {
        [option]
    }

    /// Options that are shared with another table.
    public static func buildExpression(_ options: [PanelOption<Target>]) -> [PanelOption<Target>] {
        options
    }

    /// All options, in order.
    public static func buildBlock(_ options: [PanelOption<Target>]...) -> [PanelOption<Target>] {
        options.flatMap(\.self)
    }
}
