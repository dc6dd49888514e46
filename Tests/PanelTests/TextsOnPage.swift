import Controls
import Drawing
import Layers

@testable import Panel

/// The texts that the layout has made on a page: titles, captions and values.
struct TextsOnPage {
    /// Texts that are cut, or numbers that are not whole.
    private(set) var problems: [String] = []
    /// How many values are shown.
    private(set) var values = 0

    init(_ page: PageView) {
        var controls: [ObjectIdentifier: PanelControl] = [:]
        page.forEachValueLabel { controls[ObjectIdentifier($1)] = $0 }
        let hasRoom = page.layout?.problems.isEmpty ?? false
        for case let label as Label in page.subviews where !label.isHidden {
            let control = controls[ObjectIdentifier(label)]
            for case let line as TextLayer in label.layer.sublayers {
                if let control { values += control.shorterValueTexts == nil ? 0 : 1 }
                check(line, of: control)
                if hasRoom, line.font.capHeight > label.bounds.height {
                    problems.append("'\(line.string)' is higher than its place")
                }
            }
        }
    }

    /// A number is whole, in one of its forms; words end in an ellipsis within their place.
    private mutating func check(_ line: TextLayer, of control: PanelControl?) {
        let text = TextLine(line.string, font: line.font, figures: .tabular)
        let room = line.bounds.width
        if let control, let shorter = control.shorterValueTexts {
            let forms = [control.valueText].compactMap(\.self) + shorter
            if text.width > room {
                problems.append("\(control.id): '\(line.string)' is cut at \(room)")
            }
            if !forms.contains(line.string) {
                problems.append("\(control.id): '\(line.string)' is none of \(forms)")
            }
            return
        }
        let shown = text.truncated(to: room)
        if shown.width > room, !shown.string.isEmpty {
            problems.append("'\(shown.string)' is wider than \(room)")
        }
        if shown.string != line.string, !shown.string.isEmpty, !shown.string.contains("…") {
            problems.append("'\(line.string)' is '\(shown.string)', without an ellipsis")
        }
    }
}
