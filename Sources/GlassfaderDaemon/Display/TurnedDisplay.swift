import Drawing

/// A display that is mounted rotated: pictures are rotated while they are copied to it.
final class TurnedDisplay: Display {
    /// The rotation of pictures, clockwise in degrees.
    enum Turn: Int {
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// All pixels of the upright picture.
    let bounds: PixelRect
    let turn: Turn

    /// The display that shows the rotated picture.
    let display: any Display
    /// The rotated picture.
    private let turned: Bitmap

    /// Rotates all pictures before `display` shows them.
    init(_ display: any Display, by turn: Turn) {
        self.display = display
        self.turn = turn
        let size = display.bounds
        bounds =
            turn == .half
            ? size : PixelRect(x: 0, y: 0, width: size.height, height: size.width)
        turned = Bitmap(width: size.width, height: size.height, format: .xrgb32)
    }

    /// A display that shows pictures at a rotation in degrees: the display itself if it rotates
    /// them by that angle, or else one that does the rest while it copies pictures.
    static func showing(at rotation: Int, on display: any Display) -> any Display {
        let turn = Turn(rawValue: (rotation - display.rotation + 360) % 360)
        return turn.map { TurnedDisplay(display, by: $0) } ?? display
    }

    var name: String { "\(display.name), rotated by \(turn.rawValue)°" }
    var refreshInterval: Duration { display.refreshInterval }
    var isSynchronized: Bool { display.isSynchronized }
    var connector: String? { display.connector }
    var rotation: Int { (display.rotation + turn.rawValue) % 360 }
    var mounting: Int { display.mounting }
    /// The size of the unrotated display.
    var millimetres: Size? { display.millimetres }

    func deferCompletion(_ isDeferred: Bool) throws { try display.deferCompletion(isDeferred) }

    func setBlank(_ isBlank: Bool) throws { try display.setBlank(isBlank) }

    /// Returns `nil`: the picture is rotated while it is copied.
    func prepareCanvas(for damage: Region) -> Bitmap? { nil }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        var turnedDamage = Region()
        damage.forEachRect { rect in
            copy(rect, of: shadow)
            turnedDamage.formUnion(place(of: rect))
        }
        try display.present(turned, damage: turnedDamage, completion: completion)
    }

    /// Where a rectangle of the upright picture is on the display.
    private func place(of rect: PixelRect) -> PixelRect {
        switch turn {
        case .quarter:
            PixelRect(
                x: bounds.height - rect.maxY, y: rect.minX, width: rect.height,
                height: rect.width)
        case .half:
            PixelRect(
                x: bounds.width - rect.maxX, y: bounds.height - rect.maxY, width: rect.width,
                height: rect.height)
        case .threeQuarters:
            PixelRect(
                x: rect.minY, y: bounds.width - rect.maxX, width: rect.height,
                height: rect.width)
        }
    }

    private func copy(_ rect: PixelRect, of shadow: Bitmap) {
        let place = place(of: rect)
        shadow.withPixels { source, sourceRow in
            turned.withPixels { target, targetRow in
                // The source index of the first pixel, and its steps to the next column and row of
                // the display.
                let (start, step, rowStep) =
                    switch turn {
                    case .quarter:
                        ((rect.maxY - 1) * sourceRow + rect.minX, -sourceRow, 1)
                    case .half:
                        ((rect.maxY - 1) * sourceRow + rect.maxX - 1, -1, -sourceRow)
                    case .threeQuarters:
                        (rect.minY * sourceRow + rect.maxX - 1, sourceRow, -1)
                    }
                for row in 0..<place.height {
                    var from = start + row * rowStep
                    let to = (place.minY + row) * targetRow + place.minX
                    for column in 0..<place.width {
                        target[to + column] = source[from]
                        from += step
                    }
                }
            }
        }
    }
}
