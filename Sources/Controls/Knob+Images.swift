public import Drawing
import Layers

/// Images in place of the theme's drawing.
extension Knob {
    /// The image in place of the dial in the normal state; `nil` (the default) for the theme's
    /// dial.
    public var faceImage: Image? {
        get { faceImage(for: .normal) }
        set { setFaceImage(newValue, for: .normal) }
    }
    /// The image that turns in place of the pointer in the normal state. It points up in the file.
    /// `nil` (the default) draws a line.
    public var pointerImage: Image? {
        get { pointerImage(for: .normal) }
        set { setPointerImage(newValue, for: .normal) }
    }

    /// Sets the image in place of the dial in a state, stretched to its square. `nil` uses the
    /// image of the normal state, or else the theme's dial. An image for the highlighted state also
    /// replaces the ring around a held dial.
    public func setFaceImage(_ image: Image?, for state: State) {
        setImages(image) { $0.face[state] = image }
    }

    /// Sets the image that turns in place of the pointer in a state, stretched to the dial's
    /// square. It points up in the file. `nil` uses the image of the normal state, or else draws a
    /// line.
    public func setPointerImage(_ image: Image?, for state: State) {
        setImages(image) { $0.pointer[state] = image }
    }

    /// The image that was set for the dial in `state`.
    public func faceImage(for state: State) -> Image? { images?.face.own(state) }
    /// The image that was set for the pointer in `state`.
    public func pointerImage(for state: State) -> Image? { images?.pointer.own(state) }

    /// The current image of the dial; `nil` if the theme draws it.
    public var currentFaceImage: Image? { shownFace(in: state)?.image }
    /// The current image of the pointer; `nil` if the theme draws it.
    public var currentPointerImage: Image? { shownPointer(in: state)?.image }

    func shownFace(in state: State) -> ShownImage? {
        images?.face.shown(in: stateOfImages(in: state))
    }

    func shownPointer(in state: State) -> ShownImage? {
        images?.pointer.shown(in: stateOfImages(in: state))
    }

    /// Whether a ring around the dial shows that it is held.
    var showsHalo: Bool { isHighlighted && images?.face.own(.highlighted) == nil }

    private func setImages(_ image: Image?, _ change: (KnobImages) -> Void) {
        guard image != nil || images != nil else { return }
        let (face, pointer) = (shownFace(in: state), shownPointer(in: state))
        let changed = images ?? KnobImages()
        change(changed)
        images = changed
        if !changed.pointer.isEmpty, imageLayer == nil { makeImageLayer() }
        showImages(insteadOf: face, pointer)
        showHalo()
    }

    private func makeImageLayer() {
        let image = Layer()
        image.delegate = self
        layer.insertSublayer(image, below: pointerLayer)
        imageLayer = image
        setNeedsLayout()
    }

    /// Redraws the parts whose images have changed.
    func showImages(insteadOf face: ShownImage?, _ pointer: ShownImage?) {
        if shownFace(in: state) != face { faceLayer.setNeedsDisplay() }
        if shownPointer(in: state) != pointer { imageLayer?.setNeedsDisplay() }
        choosePointer()
    }

    /// Shows the image of the pointer, or the line.
    func choosePointer() {
        guard let imageLayer else { return }
        let hasImage = currentPointerImage != nil
        pointerLayer.isHidden = hasImage
        imageLayer.isHidden = !hasImage
    }
}
