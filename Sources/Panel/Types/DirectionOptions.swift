extension PanelOption {
    /// Whether a control is horizontal or vertical.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func orientation(_ defaultOrientation: Orientation) -> Self {
        PanelOption(
            "orientation", OptionForm<Orientation>.choice(),
            otherwise: .value(defaultOrientation.rawValue.written),
            "Whether the control is horizontal or vertical."
        ).listed
    }

    /// The side of a horizontal control where the least value is.
    ///
    /// - Parameters:
    ///   - isRightToLeft: The property that it sets.
    ///   - movesNumbers: Whether the control has numbers, which it moves to another side.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static func direction(
        _ isRightToLeft:
            @autoclosure @escaping @Sendable () -> WritableKeyPath<Target, Bool>,
        movesNumbers: Bool = false
    ) -> Self {
        PanelOption(
            "direction", isRightToLeft(),
            OptionForm<Direction>.choice([
                .leftToRight: "the minimum is at the left", .rightToLeft: "it is right",
            ]).map({ $0 == .rightToLeft }, back: { $0 ? .rightToLeft : .leftToRight }),
            otherwise: "that of the panel",
            "Which end of a horizontal control is the minimum."
                + (movesNumbers
                    ? " The numbers of a vertical one are at its left, or with \"rtl\" at its right."
                    : ""))
    }
}

extension OptionValues {
    /// Whether the control is horizontal or vertical.
    func orientation(_ defaultOrientation: Orientation) -> Orientation {
        value("orientation") ?? defaultOrientation
    }
}
