public import Drawing
import Layers

/// Images in place of the theme's drawing, and at the ends of the track.
extension RangeSlider {
    /// The image at the end of the least value; `nil` (the default) for none.
    public var minimumValueImage: Image? {
        get { images?.track.minimumValue }
        set {
            guard let change = beginChange(to: newValue) else { return }
            change.images.track.minimumValue = newValue
            end(change)
        }
    }
    /// The image at the end of the greatest value; `nil` (the default) for none.
    public var maximumValueImage: Image? {
        get { images?.track.maximumValue }
        set {
            guard let change = beginChange(to: newValue) else { return }
            change.images.track.maximumValue = newValue
            end(change)
        }
    }

    /// Sets the image of both thumbs in a state, drawn in its own size. `nil` uses the image of the
    /// normal state, or else the theme's thumb.
    public func setThumbImage(_ image: Image?, for state: State) {
        setThumbImage(image, of: .both, for: state)
    }

    /// Sets the image of one thumb in a state, or of both, drawn in its own size. Only a thumb that
    /// a finger holds is highlighted. `nil` uses the image of the normal state, or else the theme's
    /// thumb.
    public func setThumbImage(_ image: Image?, of part: Part, for state: State) {
        guard let change = beginChange(to: image) else { return }
        if part != .upper { change.images.lowerThumb[state] = image }
        if part != .lower { change.images.upperThumb[state] = image }
        end(change)
    }

    /// Sets the image of the track, which is seen outside the thumbs, stretched between its caps.
    public func setTrackImage(_ image: Image?, for state: State) {
        guard let change = beginChange(to: image) else { return }
        change.images.track.rest[state] = image
        end(change)
    }

    /// Sets the image of the track between the thumbs, stretched between its caps.
    public func setTrackHighlightImage(_ image: Image?, for state: State) {
        guard let change = beginChange(to: image) else { return }
        change.images.track.fill[state] = image
        end(change)
    }

    /// The image that was set for a thumb in `state`; for both, `nil` if they have different ones.
    public func thumbImage(of part: Part = .both, for state: State) -> Image? {
        let (lower, upper) = (images?.lowerThumb.own(state), images?.upperThumb.own(state))
        return switch part {
        case .lower: lower
        case .upper: upper
        case .both: lower == upper ? lower : nil
        }
    }

    /// The image that was set for the track in `state`.
    public func trackImage(for state: State) -> Image? { images?.track.rest.own(state) }
    /// The image that was set for the track between the thumbs in `state`.
    public func trackHighlightImage(for state: State) -> Image? { images?.track.fill.own(state) }

    /// The current image of the lower thumb; `nil` if the theme draws it.
    public var currentLowerThumbImage: Image? { currentThumbImage(of: .lower) }
    /// The current image of the upper thumb; `nil` if the theme draws it.
    public var currentUpperThumbImage: Image? { currentThumbImage(of: .upper) }
    /// The current image of the track; `nil` if the theme draws it.
    public var currentTrackImage: Image? { images?.track.rest[stateOfImages(in: state)] }
    /// The current image of the track between the thumbs; `nil` if the theme draws it.
    public var currentTrackHighlightImage: Image? { images?.track.fill[stateOfImages(in: state)] }

    /// The rectangle of `minimumValueImage`, in the control's coordinates; empty without one.
    public var minimumValueImageRect: Rect {
        parts(in: bounds).rect(ofEnd: minimumValueImage, isFirst: true, in: bounds)
    }
    /// The rectangle of `maximumValueImage`, in the control's coordinates; empty without one.
    public var maximumValueImageRect: Rect {
        parts(in: bounds).rect(ofEnd: maximumValueImage, isFirst: false, in: bounds)
    }

    /// The largest breadth of the current images of the thumbs, and of those at the ends.
    var breadthOfImages: Double {
        [
            currentLowerThumbImage, currentUpperThumbImage, minimumValueImage, maximumValueImage,
        ].compactMap { isVertical ? $0?.size.width : $0?.size.height }.max() ?? 0
    }

    // MARK: The present state

    /// The images that are drawn now; `nil` if there are none in any state.
    private var shownImages: RangeImages.Shown? { shownImages(in: state) }

    private func shownImages(in state: State) -> RangeImages.Shown? {
        guard let images else { return nil }
        return RangeImages.Shown(
            track: images.track.shown(in: stateOfImages(in: state)),
            lowerThumb: images.lowerThumb.shown(in: stateOfImages(of: .lower, in: state)),
            upperThumb: images.upperThumb.shown(in: stateOfImages(of: .upper, in: state)))
    }

    /// A thumb is highlighted if a finger holds it, whatever holds the other.
    private func stateOfImages(of part: Part, in state: State) -> State {
        let state = stateOfImages(in: state).subtracting(.highlighted)
        return drag.isHeld(part) ? state.union(.highlighted) : state
    }

    /// The current image of one thumb.
    func currentThumbImage(of part: Part) -> Image? {
        images?.thumb(part)[stateOfImages(of: part, in: state)]
    }

    // MARK: Changes

    /// The state before a change of images.
    private struct ImageChange {
        let images: RangeImages
        let shown: RangeImages.Shown?
        /// The bounds of the travel and the length of a thumb.
        let travel: (Rect, Double)
    }

    private var travelOfImages: (Rect, Double) {
        let travel = defaultFace(in: bounds).travel
        return (travel.bounds, travel.thumbLength)
    }

    /// Begins a change that sets `image`; `nil` if there is no image before and after it.
    private func beginChange(to image: Image?) -> ImageChange? {
        guard image != nil || images != nil else { return nil }
        let changed = images ?? RangeImages()
        images = changed
        return ImageChange(images: changed, shown: shownImages, travel: travelOfImages)
    }

    /// Redraws the parts that a change of images affects.
    private func end(_ change: ImageChange) {
        let changed = change.images
        knownFace = nil
        if changed.track.hasTracks, changed.layers == nil {
            changed.layers = TrackImageLayers(
                in: layer, track: trackLayer, fill: highlightLayer, delegate: self)
        }
        // The image of another state may change the length of the travel.
        if travelOfImages != change.travel {
            redraw()
        } else {
            redrawImages(insteadOf: change.shown)
        }
    }

    /// Redraws the parts that had other images in the old state.
    func imagesDidChange(from oldState: State) {
        if images != nil { redrawImages(insteadOf: shownImages(in: oldState)) }
    }

    private func redrawImages(insteadOf before: RangeImages.Shown?) {
        guard let images, let before, let now = shownImages, now != before else { return }
        if now.lowerThumb != before.lowerThumb { lowerThumbLayer.setNeedsDisplay() }
        if now.upperThumb != before.upperThumb { upperThumbLayer.setNeedsDisplay() }
        let (track, old) = (now.track, before.track)
        if track.fill != old.fill { images.layers?.fill.setNeedsDisplay() }
        if track.rest != old.rest { images.layers?.rest.setNeedsDisplay() }
        let hasOtherTrack = (track.rest == nil) != (old.rest == nil)
        // The images at the ends are drawn together with the track.
        let ends = (track.minimumValue, track.maximumValue)
        if hasOtherTrack || ends != (old.minimumValue, old.maximumValue) {
            trackLayer.setNeedsDisplay()
        }
        if hasOtherTrack || (track.fill == nil) != (old.fill == nil) {
            glossLayer.setNeedsDisplay()
        }
        setNeedsLayout()
    }

    /// Redraws a thumb that a finger took or released, if it has another image or the theme draws
    /// it.
    func heldDidChange(_ part: Part) {
        let thumb = part == .lower ? lowerThumbLayer : upperThumbLayer
        guard let images else { return thumb.setNeedsDisplay() }
        let values = images.thumb(part)
        let state = stateOfImages(of: part, in: state)
        let before = values.shown(in: state.symmetricDifference(.highlighted))
        let now = values.shown(in: state)
        if now == nil || now != before { thumb.setNeedsDisplay() }
        if now?.image.size != before?.image.size { setNeedsLayout() }
    }

    // MARK: Layout and drawing

    var appearance: SliderAppearance {
        SliderAppearance(
            theme: bodyTheme, trackColor: trackTintColor, thumbColor: thumbTintColor,
            haloColor: trackHighlightTintColor ?? tintColor, curvaceousness: curvaceousness,
            isVertical: isVertical, isEnabled: looksEnabled)
    }

    /// Places the images of the track for the positions of the thumbs.
    func placeTrackImages(lower: Double, upper: Double, on face: SliderFace) {
        guard let images, let layers = images.layers else { return }
        let track = images.track.shown(in: stateOfImages(in: state))
        highlightLayer.isHidden = track.fill != nil
        layers.place(track, from: lower, to: upper, hasRestOnBothSides: true, on: face)
    }

    /// Draws the scale, the images at the ends, and the track, behind the part between the thumbs.
    func drawTrack(in context: Context) {
        let (face, appearance) = (face, appearance)
        face.drawScale(marks, gap: 3, room: 4, appearance.theme, in: context)
        drawEnd(minimumValueImage, in: minimumValueImageRect, context)
        drawEnd(maximumValueImage, in: maximumValueImageRect, context)
        if currentTrackImage == nil { appearance.drawTrack(face.track, in: context) }
    }

    func drawGloss(in context: Context) {
        guard currentTrackImage == nil, currentTrackHighlightImage == nil else { return }
        appearance.drawGloss(face.track, in: context)
    }

    func drawThumb(_ part: Part, in layer: Layer, _ context: Context) {
        if let image = images?.thumb(part).shown(in: stateOfImages(of: part, in: state)) {
            let margin = SliderAppearance.thumbMargin
            return draw(image, in: layer.bounds.insetBy(dx: margin, dy: margin), context)
        }
        appearance.drawThumb(
            in: layer, cornerRadius: drawnThumbWidth(on: face) / 2 * curvaceousness,
            markColor: nil, isHeld: drag.isHeld(part), in: context)
    }

    /// Draws an image of the track. Returns whether the layer belongs to one.
    func drawTrackImage(of layer: Layer, in context: Context) -> Bool {
        guard let images, let layers = images.layers,
            layer === layers.fill || layer === layers.rest
        else { return false }
        let part = layer === layers.fill ? images.track.fill : images.track.rest
        draw(part.shown(in: stateOfImages(in: state)), in: layer.bounds, context)
        return true
    }
}
