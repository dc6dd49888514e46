/// Combines options in order.
@resultBuilder
public enum OptionBuilder<Target> {
    /// One option.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func buildExpression(_ option: PanelOption<Target>) -> [PanelOption<Target>] {
        [option]
    }

    /// Options that are shared with another table.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func buildExpression(_ options: [PanelOption<Target>]) -> [PanelOption<Target>] {
        options
    }

    /// All options, in order.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    public static func buildBlock(_ options: [PanelOption<Target>]...) -> [PanelOption<Target>] {
        options.flatMap { $0 }
    }
}
