import Drawing

/// The lines of text around a control: its label and its value.
struct ControlTexts {
    /// The height of one line.
    let lineHeight: Int
    /// The width that a label at the side takes, with the gap to the control; 0 without one.
    let sideWidth: Int
    /// Where the label is; `none` if there is none.
    private var side: LabelSide
    private var hasValue: Bool
    /// Whether the control shows its value on its dial, and so needs more height.
    let hasValueOnDial: Bool
    private let gap: Int
    /// The greatest width of a label at the side.
    private let widest: Int
    /// The width in which most texts fit.
    private let usualWidth: Int

    /// - Parameters:
    ///   - width: The width for the control and its texts.
    ///   - isShown: Whether a label elsewhere shows its value.
    ///   - sideLabels: The width for labels at the side, in sizes of their font.
    init(
        of control: ControlDescription, width: Int, _ metrics: LayoutMetrics, isShown: Bool,
        sideLabels: Double
    ) {
        let sizing = control.kind.sizing
        let style = control.textStyle
        lineHeight = metrics.lineHeight(style)
        gap = metrics.gap
        let hasCaption = sizing.hasTexts && (!control.label.isEmpty || style.icon != nil)
        side = hasCaption ? control.labelSide : .none
        usualWidth = Int(LayoutRules.sideLabel.usual * metrics.fontSize(style))
        let share = sizing.shareOfSideLabel
        // A small control at the end of its row does not begin in one line with the others.
        let reach = share > 0.5 ? share / LayoutRules.shareOfSideLabel : 1
        widest = Int(sideLabels * metrics.fontSize(style) * reach)
        // A small control leaves more width to its label, but keeps the width that it needs.
        let rest = max(
            width - metrics.pixels(sizing.leastSize.width),
            Int(Double(width) * LayoutRules.shareOfSideLabel))
        sideWidth = side == .left ? min(Int(Double(width) * share), widest, rest) : 0
        let room = Double(width - sideWidth)
        let fitsValue = room >= sizing.minimumValueWidth * metrics.fontSize(style)
        let showsValue = sizing.hasTexts && !isShown && fitsValue
        hasValueOnDial = showsValue && sizing.isSquare && metrics.hasValuesOnDials
        hasValue = showsValue && !hasValueOnDial
    }

    /// The height of the lines above and below the control.
    var height: Int {
        ((side == .top || side == .bottom ? 1 : 0) + (hasValue ? 1 : 0)) * lineHeight
    }

    /// The width of the lines above and below the control; 0 without any.
    var widthOfLines: Int { height > 0 ? usualWidth : 0 }

    /// The height of the line above the control.
    var heightAbove: Int { hasLineAbove ? lineHeight : 0 }

    private var hasLineAbove: Bool { side == .top || side == .bottom && hasValue }

    /// The width of a control with this least width, and of its label if the label is at the side.
    func widthWithSideLabel(_ width: Int) -> Int {
        guard side == .left else { return width }
        let both = Int((Double(width) / (1 - LayoutRules.shareOfSideLabel)).rounded(.up))
        return min(both, width + usualWidth)
    }

    /// The texts for a height in which the control keeps `least` pixels. The value is dropped
    /// first, then the label above or below.
    func fitting(_ height: Int, beside least: Int) -> ControlTexts {
        var texts = self
        if texts.height + least > height { texts.hasValue = false }
        if texts.height + least > height, side != .left { texts.side = .none }
        return texts
    }

    /// Cuts the places of the texts off a rectangle. The rest is the control's place.
    func places(in rect: inout PixelRect) -> (caption: PixelRect?, value: PixelRect?) {
        var caption: PixelRect?
        if side == .left {
            caption = rect
            caption?.width = max(0, sideWidth - gap)
            rect.x += sideWidth
            rect.width = max(0, rect.width - sideWidth)
        }
        let body = max(0, rect.height - height)
        var top: PixelRect?
        if hasLineAbove { top = rect.takeFromTop(lineHeight) }
        var below = rect
        rect.height = body
        below.dropFromTop(body)
        let bottom =
            side == .bottom || side != .bottom && hasValue ? below.takeFromTop(lineHeight) : nil
        if side == .left { caption?.height = body }
        return side == .bottom ? (bottom, top) : (caption ?? (side == .top ? top : nil), bottom)
    }
}

extension ControlDescription {
    /// The width for the label at the side of the control, in sizes of its font.
    ///
    /// It is estimated from the number of letters, so that the layout depends on no font.
    var sideLabelWidth: Double {
        let (usual, widest, letter) = LayoutRules.sideLabel
        guard labelSide == .left, label.utf8.count > Int(usual / letter) else { return usual }
        return min(Double(label.count) * letter, widest)
    }
}
