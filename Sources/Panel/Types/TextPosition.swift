import Controls

/// The position of a text in its frame.
enum TextPosition: String, CaseIterable, Sendable {
    case left
    case center
    case right
    /// The side where the text begins.
    case natural
}

extension PanelOption {
    /// The position of the text.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    static var align: Self {
        PanelOption(
            "align", .choice([TextPosition.natural: "where the text is read from"]),
            otherwise: .value("\"center\""), "Where the text stands.")
    }
}

extension OptionValues {
    /// Places the text of a label.
    func align(_ label: Label) {
        switch value("align") ?? TextPosition.center {
        case .left: label.textAlignment = .left
        case .center: label.textAlignment = .center
        case .right: label.textAlignment = .right
        case .natural: label.textAlignment = .natural
        }
    }
}
