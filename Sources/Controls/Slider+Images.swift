public import Drawing

/// Images in place of what the theme draws, and at the ends of the track.
extension Slider {
    /// What stands at the end of the least value; `nil` (the default) for nothing.
    public var minimumValueImage: Image? {
        get { images.minimumValue }
        set { setImages { $0.minimumValue = newValue } }
    }
    /// What stands at the end of the greatest value; `nil` (the default) for nothing.
    public var maximumValueImage: Image? {
        get { images.maximumValue }
        set { setImages { $0.maximumValue = newValue } }
    }

    /// Draws the thumb as `image`, in its own size, in one state; `nil` leaves it to the image of
    /// the normal state, and if that has none, to the theme.
    public func setThumbImage(_ image: Image?, for state: State) {
        setImages { $0.thumb[state] = image }
    }

    /// Draws the track from the least value to the thumb as `image`, stretched between its caps.
    public func setMinimumTrackImage(_ image: Image?, for state: State) {
        setImages { $0.minimumTrack[state] = image }
    }

    /// Draws the track from the thumb to the greatest value as `image`, stretched between its caps.
    public func setMaximumTrackImage(_ image: Image?, for state: State) {
        setImages { $0.maximumTrack[state] = image }
    }

    /// What was set for the thumb in `state`.
    public func thumbImage(for state: State) -> Image? { images.thumb.own(state) }
    /// What was set for the track below the value in `state`.
    public func minimumTrackImage(for state: State) -> Image? { images.minimumTrack.own(state) }
    /// What was set for the track above the value in `state`.
    public func maximumTrackImage(for state: State) -> Image? { images.maximumTrack.own(state) }

    /// The image of the thumb as it is now; `nil` if the theme draws it.
    public var currentThumbImage: Image? { images.thumb[state] }
    /// The image of the track below the value as it is now; `nil` if the theme draws it.
    public var currentMinimumTrackImage: Image? { images.minimumTrack[state] }
    /// The image of the track above the value as it is now; `nil` if the theme draws it.
    public var currentMaximumTrackImage: Image? { images.maximumTrack[state] }

    /// Where `minimumValueImage` stands, in the control's space; empty without one.
    public var minimumValueImageRect: Rect { minimumValueImageRect(forBounds: bounds) }
    /// Where `maximumValueImage` stands, in the control's space; empty without one.
    public var maximumValueImageRect: Rect { maximumValueImageRect(forBounds: bounds) }

    /// Where an image stands at the end of the least value, if it `isFirst`, or of the greatest.
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
}
