/// Puts options together, one after the other.
@resultBuilder
public enum OptionBuilder<Target> {
    /// One option.
    public static func buildExpression(_ option: PanelOption<Target>) -> [PanelOption<Target>] {
        [option]
    }

    /// Options that another table has, too.
    public static func buildExpression(_ options: [PanelOption<Target>]) -> [PanelOption<Target>] {
        options
    }

    /// All of them, in their order.
    public static func buildBlock(_ options: [PanelOption<Target>]...) -> [PanelOption<Target>] {
        options.flatMap(\.self)
    }
}
