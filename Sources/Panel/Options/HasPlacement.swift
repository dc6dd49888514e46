import Drawing
import PanelProtocol

/// A strip or a control, whose size and place a file can set.
protocol HasPlacement: SendableMetatype {
    var placement: PlacementDescription { get set }
}

extension PanelOption where Target: HasPlacement {
    /// The options for place and size.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    @OptionBuilder<Target> static var placement: OptionList<Target> {
        PanelOption(
            "width", \.placement.width, .integer(in: 1...16384), unit: "pixels",
            otherwise: "a share of the available space", "The width."
        ).exceptWith("at")
        PanelOption(
            "height", \.placement.height, .integer(in: 1...16384), unit: "pixels",
            otherwise: "a share of the available space", "The height."
        ).exceptWith("at")
        PanelOption(
            "weight", .number(in: StackDescription.weights),
            otherwise: "1 for a strip; depends on the type for a control",
            "The share of the available space among its neighbours.",
            get: { $0.placement.weight }, set: { $0.placement.weight = $1 }
        ).exceptWith("at")
        PanelOption(
            "at", \.placement.at, .rectangle, unit: "pixels",
            otherwise: "placed among its neighbours",
            "A fixed place, of a strip on its page or of a control with its texts in its strip: "
                + "[x, y, width, height].")
    }
}

extension OptionForm where Value == PixelRect {
    /// `[x, y, width, height]` in whole pixels.
    fileprivate static var rectangle: Self {
        Self(
            .list(.integer(0...16384), count: 4...4),
            read: { fields, key in
                guard let numbers = fields.numbers(key, count: 4) else { return nil }
                let whole = numbers.compactMap(Int.init(exactly:)).filter {
                    (0...16384).contains($0)
                }
                guard whole.count == 4, whole[2] > 0, whole[3] > 0 else {
                    fields.error(
                        "'\(key)': expected [x, y, width, height] in whole pixels, not negative",
                        at: key)
                    return nil
                }
                return PixelRect(x: whole[0], y: whole[1], width: whole[2], height: whole[3])
            },
            written: { "[\($0.x), \($0.y), \($0.width), \($0.height)]" })
    }
}
