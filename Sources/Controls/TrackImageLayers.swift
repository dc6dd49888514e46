import Drawing
import Layers

/// The layers of the images of a straight control's track.
struct TrackImageLayers {
    let fill = Layer()
    let rest = Layer()

    /// Inserts the layers in front of those that draw the track and its filled part without images.
    init(in layer: Layer, track: Layer, fill drawnFill: Layer, delegate: any LayerDelegate) {
        layer.insertSublayer(rest, above: track)
        layer.insertSublayer(fill, above: drawnFill)
        for part in [fill, rest] { part.delegate = delegate }
    }

    /// Places the images for a track that is filled between two positions.
    ///
    /// - Parameters:
    ///   - images: The images of the present state.
    ///   - from: The position from which the track is filled.
    ///   - to: The position up to which the track is filled; the image ends there.
    ///   - isFirst: Whether the image of the filled part reaches to the track's end at position 0.
    ///   - isLast: Whether that image reaches to the end at position 1.
    ///   - hasRestOnBothSides: Whether the image of the rest is as long as the track. Otherwise it
    ///     is between `to` and the end of the track.
    func place(
        _ images: TrackImages.Shown, from: Double, to: Double, isFirst: Bool = false,
        isLast: Bool = false, hasRestOnBothSides: Bool, on face: SliderFace
    ) {
        Self.place(
            fill, images.fill, from: from, to: to, isFirst: isFirst, isLast: isLast, on: face)
        Self.place(
            rest, images.rest, from: hasRestOnBothSides ? 0 : to, to: 1,
            isFirst: hasRestOnBothSides, isLast: true, on: face)
    }

    private static func place(
        _ part: Layer, _ shown: ShownImage?, from: Double, to: Double, isFirst: Bool,
        isLast: Bool, on face: SliderFace
    ) {
        part.isHidden = shown == nil
        guard let size = shown?.image.size else { return }
        part.frame = face.travel.imageRect(
            from: from, to: to, isFirst: isFirst, isLast: isLast,
            thickness: face.travel.isVertical ? size.width : size.height)
    }

    /// Redraws both images.
    func setNeedsDisplay() {
        fill.setNeedsDisplay()
        rest.setNeedsDisplay()
    }
}
