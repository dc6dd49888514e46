public import Drawing

/// Images in place of the theme's drawing, and at the ends of the track.
extension Slider {
    /// The image at the end of the least value; `nil` (the default) for none.
    public var minimumValueImage: Image? {
        get { images.track.minimumValue }
        set { setImages { $0.track.minimumValue = newValue } }
    }
    /// The image at the end of the greatest value; `nil` (the default) for none.
    public var maximumValueImage: Image? {
        get { images.track.maximumValue }
        set { setImages { $0.track.maximumValue = newValue } }
    }

    /// Sets the image of the thumb in a state, drawn in its own size. `nil` uses the image of the
    /// normal state, or else the theme's thumb.
    public func setThumbImage(_ image: Image?, for state: State) {
        setImages { $0.thumb[state] = image }
    }

    /// Sets the image of the track from the least value, or the `origin`, to the thumb, stretched
    /// between its caps.
    public func setMinimumTrackImage(_ image: Image?, for state: State) {
        setImages { $0.track.fill[state] = image }
    }

    /// Sets the image of the track from the thumb to the greatest value, or with an `origin` of the
    /// whole track, stretched between its caps.
    public func setMaximumTrackImage(_ image: Image?, for state: State) {
        setImages { $0.track.rest[state] = image }
    }

    /// The image that was set for the thumb in `state`.
    public func thumbImage(for state: State) -> Image? { images.thumb.own(state) }
    /// The image that was set for the track below the value in `state`.
    public func minimumTrackImage(for state: State) -> Image? { images.track.fill.own(state) }
    /// The image that was set for the track above the value in `state`.
    public func maximumTrackImage(for state: State) -> Image? { images.track.rest.own(state) }

    /// The current image of the thumb; `nil` if the theme draws it.
    public var currentThumbImage: Image? { images.thumb[stateOfImages(in: state)] }
    /// The current image of the track below the value; `nil` if the theme draws it.
    public var currentMinimumTrackImage: Image? { images.track.fill[stateOfImages(in: state)] }
    /// The current image of the track above the value; `nil` if the theme draws it.
    public var currentMaximumTrackImage: Image? { images.track.rest[stateOfImages(in: state)] }

    /// The images that are drawn now.
    var shownImages: SliderImages.Shown { images.shown(in: stateOfImages(in: state)) }

    /// The rectangle of `minimumValueImage`, in the control's coordinates; empty without one.
    public var minimumValueImageRect: Rect { minimumValueImageRect(forBounds: bounds) }
    /// The rectangle of `maximumValueImage`, in the control's coordinates; empty without one.
    public var maximumValueImageRect: Rect { maximumValueImageRect(forBounds: bounds) }

    /// Places the images of the track for a position of the thumb.
    func placeImages(at position: Double, on face: SliderFace) {
        guard let imageLayers else { return }
        let shown = images.track.shown(in: stateOfImages(in: state))
        fillLayer.isHidden = shown.fill != nil
        // With an origin, the track continues at both ends of the filled part.
        let start = origin.map(scale.position(of:)) ?? 0
        imageLayers.place(
            shown, from: start, to: position, isFirst: start <= 0, isLast: start >= 1,
            hasRestOnBothSides: origin != nil, on: face)
    }

    /// Draws the scale, the images at the ends, and the track, behind the fill.
    func drawTrack(_ appearance: SliderAppearance, in context: Context) {
        let face = face
        face.drawScale(marks, gap: 5, room: 7, share: 0.8, appearance.theme, in: context)
        drawEnd(minimumValueImage, in: minimumValueImageRect, context)
        drawEnd(maximumValueImage, in: maximumValueImageRect, context)
        if currentMaximumTrackImage == nil { appearance.drawTrack(face.track, in: context) }
    }
}
