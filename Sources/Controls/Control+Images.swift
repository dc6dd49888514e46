import Drawing

/// Images in place of the theme's drawing.
extension Control {
    /// The state whose images are drawn in `state`. A control that only displays a value is drawn
    /// as if it were enabled.
    final func stateOfImages(in state: State) -> State {
        isDisplay ? state.subtracting(.disabled) : state
    }

    /// Draws an image, mirrored as the layout direction requires.
    final func draw(_ shown: ShownImage?, in rect: Rect, _ context: Context) {
        guard let shown else { return }
        context.draw(
            shown.image.flipped(forRightToLeft: isRightToLeft), in: rect,
            opacity: shown.isDimmed ? ShownImage.dimmedOpacity : 1)
    }

    /// Draws an image at an end of a track. There is no other image for a disabled control.
    final func drawEnd(_ image: Image?, in rect: Rect, _ context: Context) {
        draw(image.map { ShownImage($0, isDimmed: !looksEnabled) }, in: rect, context)
    }
}
