import Drawing
import TOML

/// Texts with characters that the fonts of a panel cannot show.
extension Panel {
    /// The labels and texts of the panel file with characters that the fonts lack.
    package var illegibleTexts: [String] { placedIllegibleTexts.map(\.text) }

    /// These texts, each with the position of the strip or control that has it first.
    var placedIllegibleTexts: [(text: String, position: SourcePosition)] {
        var seen: Set<String> = []
        return description.allPages.flatMap(\.strips).flatMap { strip in
            [(strip.label, strip.position)]
                + strip.controls.flatMap { control in
                    control.texts.map { ($0, control.position) }
                }
        }.filter { seen.insert($0.0).inserted && font.lacksGlyphs(of: $0.0) }
    }
}

extension ControlDescription {
    /// The texts on the control and beside it, apart from its value.
    fileprivate var texts: [String] {
        [label] + kind.texts
    }
}
