public import Drawing
import Layers

/// Images in place of the theme's drawing.
extension Knob {
    /// The image in place of the dial, stretched to its square; `nil` (the default) for the theme's
    /// dial.
    public var faceImage: Image? {
        get { images?.face }
        set {
            guard newValue != faceImage else { return }
            changeImages { $0.face = newValue }
            faceLayer.setNeedsDisplay()
        }
    }
    /// The image that turns in place of the pointer, stretched to the dial's square. It points up
    /// in the file. `nil` (the default) draws a line.
    public var pointerImage: Image? {
        get { images?.pointer }
        set {
            guard newValue != pointerImage else { return }
            changeImages { $0.pointer = newValue }
            let image = imageLayer ?? Layer()
            image.delegate = pointerImage == nil ? nil : self
            image.setNeedsDisplay()
            if imageLayer == nil { layer.insertSublayer(image, below: pointerLayer) }
            imageLayer = image
            setNeedsLayout()
        }
    }

    private func changeImages(_ change: (KnobImages) -> Void) {
        let changed = images ?? KnobImages()
        change(changed)
        images = changed
    }
}
