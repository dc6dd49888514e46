import Drawing

/// The picture under the fingers: how large it is, and how it lies on the screen.
struct TouchedPicture: Equatable {
    /// In pixels, as the panel is laid out.
    var size: Size
    /// How far it is turned on the screen, clockwise and in degrees: 0, 90, 180 or 270.
    var rotation = 0
    /// How large it is on the glass, as the panel is laid out; nil if nothing believable says so.
    private(set) var millimetres: Size?
    /// Whether it is the panel file that says how large it is.
    private(set) var isMeasured = false

    /// A picture on a screen of unknown size.
    init(size: Size, rotation: Int = 0) {
        self.size = size
        self.rotation = rotation
    }

    /// A picture on a screen whose size is given before it is turned: by the panel file, and by
    /// the display itself.
    init(size: Size, rotation: Int, given: Size?, display: Size?) {
        self.init(size: size, rotation: rotation)
        isMeasured = given != nil
        let believable = display.flatMap { Self.isBelievable($0) ? $0 : nil }
        millimetres = (given ?? believable).map { screen in
            rotation % 180 == 0 ? screen : Size(width: screen.height, height: screen.width)
        }
    }

    /// A place in the picture, or where a calibration puts it outside. The far edges belong to the
    /// picture: a matrix that mirrors takes the first unit of the device there.
    func point(x: Double, y: Double) -> Point {
        func inside(_ value: Double, _ edge: Double) -> Double {
            abs(value - edge) < 1e-6 ? edge.nextDown : value
        }
        return Point(x: inside(x, size.width), y: inside(y, size.height))
    }

    /// Whether a screen may be so large, in millimetres. Some devices claim what no panel is: a
    /// size in centimetres, an aspect ratio, or nearly a metre.
    static func isBelievable(_ millimetres: Size) -> Bool {
        let range = 20.0...900.0
        return range.contains(millimetres.width) && range.contains(millimetres.height)
    }
}
