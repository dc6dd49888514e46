import Drawing
import Panel

/// The picture under the fingers: its size, and its rotation on the screen.
struct TouchedPicture: Equatable {
    /// In pixels, as the panel is laid out.
    var size: Size
    /// Its rotation on the screen, clockwise in degrees: 0, 90, 180 or 270.
    var rotation = 0
    /// Its size on the glass, as the panel is laid out; nil without a plausible source.
    private(set) var millimetres: Size?
    /// Whether its size on the glass comes from the panel file.
    private(set) var isMeasured = false

    /// A picture on a screen of unknown size.
    init(size: Size, rotation: Int = 0) {
        self.size = size
        self.rotation = rotation
    }

    /// A picture on a screen whose unrotated size is given by the panel file (`given`) or by the
    /// display.
    init(size: Size, rotation: Int, given: Size?, display: Size?) {
        self.init(size: size, rotation: rotation)
        isMeasured = given != nil
        millimetres = (given ?? DisplayDescription.plausible(display)).map { screen in
            rotation % 180 == 0 ? screen : Size(width: screen.height, height: screen.width)
        }
    }

    /// A position in the picture, or outside if the calibration maps it there. Positions on the far
    /// edges are moved inside: a mirroring matrix maps the device's first unit there.
    func point(x: Double, y: Double) -> Point {
        func inside(_ value: Double, _ edge: Double) -> Double {
            abs(value - edge) < 1e-6 ? edge.nextDown : value
        }
        return Point(x: inside(x, size.width), y: inside(y, size.height))
    }
}
