import Controls
import Drawing

// The views of a strip on a page.
extension PageView {
    /// The views of a strip.
    struct Strip {
        let surface: View
        let title: Label
        let textStyle: TextStyle
        var items: [Item]
        var isVisible = true
        /// The lines between controls.
        var lines: [View] = []

        /// Gives the labels on each line one size. Those at the side of their controls keep their
        /// own.
        ///
        /// - Parameter legible: The least legible size, in pixels.
        func unifyCaptions(legible: Double) {
            let captions = items.compactMap { item in
                item.control.description.labelSide == .left || item.caption?.isHidden == true
                    ? nil : item.caption
            }
            guard captions.count > 1 else {
                return Label.unifySizes(of: captions, legible: legible)
            }
            let lines = Dictionary(grouping: captions) { [$0.frame.minY, $0.font.size] }
            for line in lines.values { Label.unifySizes(of: line, legible: legible) }
        }
    }

    /// A control with its texts, which are made when there is a place for them: many have none.
    final class Item {
        let control: PanelControl
        let font: Font
        /// Whether its texts are dimmed, because fingers cannot move the control. A control that
        /// only clients set is a display: its texts are not dimmed.
        var isMuted: Bool {
            !control.looksEnabled && control.description.access != .writeOnly
        }
        /// The label beside the control.
        var caption: Label?
        /// The value below the control; hidden if a label of the page shows it.
        var value: Label?

        init(_ control: PanelControl, _ typefaces: Typefaces) {
            self.control = control
            font = typefaces.font(control.description.textStyle)
        }
    }
}
