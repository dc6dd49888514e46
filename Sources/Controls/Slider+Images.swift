public import Drawing
import Layers

/// Images in place of the theme's drawing, and at the ends of the track.
extension Slider {
    /// The image at the end of the least value; `nil` (the default) for none.
    public var minimumValueImage: Image? {
        get { images.minimumValue }
        set { setImages { $0.minimumValue = newValue } }
    }
    /// The image at the end of the greatest value; `nil` (the default) for none.
    public var maximumValueImage: Image? {
        get { images.maximumValue }
        set { setImages { $0.maximumValue = newValue } }
    }

    /// Sets the image of the thumb in a state, drawn in its own size. `nil` uses the image of the
    /// normal state, or else the theme's thumb.
    public func setThumbImage(_ image: Image?, for state: State) {
        setImages { $0.thumb[state] = image }
    }

    /// Sets the image of the track from the least value, or the `origin`, to the thumb, stretched
    /// between its caps.
    public func setMinimumTrackImage(_ image: Image?, for state: State) {
        setImages { $0.minimumTrack[state] = image }
    }

    /// Sets the image of the track from the thumb to the greatest value, or with an `origin` of the
    /// whole track, stretched between its caps.
    public func setMaximumTrackImage(_ image: Image?, for state: State) {
        setImages { $0.maximumTrack[state] = image }
    }

    /// The image that was set for the thumb in `state`.
    public func thumbImage(for state: State) -> Image? { images.thumb.own(state) }
    /// The image that was set for the track below the value in `state`.
    public func minimumTrackImage(for state: State) -> Image? { images.minimumTrack.own(state) }
    /// The image that was set for the track above the value in `state`.
    public func maximumTrackImage(for state: State) -> Image? { images.maximumTrack.own(state) }

    /// The state whose images are drawn in `state`. A slider that only displays a value is drawn as if
    /// it were enabled.
    func stateOfImages(in state: State) -> State {
        isDisplay ? state.subtracting(.disabled) : state
    }

    /// The current image of the thumb; `nil` if the theme draws it.
    public var currentThumbImage: Image? { images.thumb[stateOfImages(in: state)] }
    /// The current image of the track below the value; `nil` if the theme draws it.
    public var currentMinimumTrackImage: Image? { images.minimumTrack[stateOfImages(in: state)] }
    /// The current image of the track above the value; `nil` if the theme draws it.
    public var currentMaximumTrackImage: Image? { images.maximumTrack[stateOfImages(in: state)] }

    /// The rectangle of `minimumValueImage`, in the control's coordinates; empty without one.
    public var minimumValueImageRect: Rect { minimumValueImageRect(forBounds: bounds) }
    /// The rectangle of `maximumValueImage`, in the control's coordinates; empty without one.
    public var maximumValueImageRect: Rect { maximumValueImageRect(forBounds: bounds) }

    /// The default rectangle of an image at the end of the least value, if `isFirst`, or the
    /// greatest.
    func imageRect(_ image: Image?, isFirst: Bool, in bounds: Rect) -> Rect {
        guard let size = image?.size else { return .zero }
        let body = parts(in: bounds).body
        let center =
            isVertical
            ? Point(
                x: body.midX,
                y: isFirst ? bounds.maxY - size.height / 2 : bounds.minY + size.height / 2)
            : Point(
                x: isFirst != isRightToLeft
                    ? bounds.minX + size.width / 2 : bounds.maxX - size.width / 2,
                y: body.midY)
        return Rect(
            x: (center.x - size.width / 2).rounded(), y: (center.y - size.height / 2).rounded(),
            width: size.width, height: size.height)
    }

    // MARK: Layers

    /// Makes the layers of the images of the track.
    func makeImageLayers() {
        let (minimum, maximum) = (Layer(), Layer())
        layer.insertSublayer(maximum, above: trackLayer)
        layer.insertSublayer(minimum, above: fillLayer)
        for part in [minimum, maximum] { part.delegate = self }
        imageLayers = (minimum, maximum)
    }

    /// Places the images of the track for a position of the thumb.
    func placeImages(at position: Double, on face: SliderFace) {
        guard let imageLayers else { return }
        let minimumTrack = currentMinimumTrackImage
        fillLayer.isHidden = minimumTrack != nil
        // With an origin, the track continues at both ends of the filled part.
        let hasOrigin = origin != nil
        let start = origin.map(scale.position(of:)) ?? 0
        place(
            imageLayers.minimum, minimumTrack, from: start, to: position, isFirst: start <= 0,
            isLast: start >= 1, on: face)
        place(
            imageLayers.maximum, currentMaximumTrackImage, from: hasOrigin ? 0 : position, to: 1,
            isFirst: hasOrigin, isLast: true, on: face)
    }

    private func place(
        _ part: Layer, _ image: Image?, from: Double, to: Double, isFirst: Bool, isLast: Bool,
        on face: SliderFace
    ) {
        part.isHidden = image == nil
        guard let size = image?.size else { return }
        part.frame = face.travel.imageRect(
            from: from, to: to, isFirst: isFirst, isLast: isLast,
            thickness: isVertical ? size.width : size.height)
    }

    // MARK: Drawing

    /// Draws what is behind the fill: the scale, the images at the ends, and the track.
    func drawTrack(_ appearance: SliderAppearance, in context: Context) {
        let face = face
        face.drawScale(marks, gap: 5, room: 7, share: 0.8, appearance.theme, in: context)
        draw(minimumValueImage, in: minimumValueImageRect, isDimmed: !looksEnabled, context)
        draw(maximumValueImage, in: maximumValueImageRect, isDimmed: !looksEnabled, context)
        if currentMaximumTrackImage == nil { appearance.drawTrack(face.track, in: context) }
    }

    /// Draws the image for the current state.
    func draw(_ images: StateValues<Image>, in rect: Rect, _ context: Context) {
        let state = stateOfImages(in: state)
        draw(images[state], in: rect, isDimmed: images.needsDimming(in: state), context)
    }

    /// Draws an image, mirrored as the layout direction requires.
    private func draw(_ image: Image?, in rect: Rect, isDimmed: Bool, _ context: Context) {
        guard let image else { return }
        context.draw(
            image.flipped(forRightToLeft: isRightToLeft), in: rect, opacity: isDimmed ? 0.4 : 1)
    }
}
