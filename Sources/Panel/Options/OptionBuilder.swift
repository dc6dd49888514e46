/// Puts options together, one after the other.
@resultBuilder
public enum OptionBuilder<Target> {
    public static func buildExpression(_ option: PanelOption<Target>) -> [PanelOption<Target>] {
        [option]
    }

    public static func buildExpression(_ options: [PanelOption<Target>]) -> [PanelOption<Target>] {
        options
    }

    public static func buildBlock(_ options: [PanelOption<Target>]...) -> [PanelOption<Target>] {
        options.flatMap(\.self)
    }
}
