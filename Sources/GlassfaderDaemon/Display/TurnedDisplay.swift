import Drawing

/// A display that is mounted turned: the picture is turned while it is copied to it.
final class TurnedDisplay: Display {
    /// How far the picture is turned, clockwise.
    enum Turn: Int {
        case quarter = 90
        case half = 180
        case threeQuarters = 270
    }

    /// All pixels as they are drawn: upright.
    let bounds: PixelRect
    let turn: Turn

    /// What shows the turned picture.
    let display: any Display
    /// The picture as the display has it.
    private let turned: Bitmap

    /// Turns what `display` is given.
    init(_ display: any Display, by turn: Turn) {
        self.display = display
        self.turn = turn
        let size = display.bounds
        bounds =
            turn == .half
            ? size : PixelRect(x: 0, y: 0, width: size.height, height: size.width)
        turned = Bitmap(width: size.width, height: size.height, format: .xrgb32)
    }

    var name: String { "\(display.name), turned by \(turn.rawValue)°" }
    var refreshInterval: Duration { display.refreshInterval }
    var isSynchronized: Bool { display.isSynchronized }
    var connector: String? { display.connector }
    var rotation: Int { (display.rotation + turn.rawValue) % 360 }
    var mounting: Int { display.mounting }
    /// The size of the display as it was made, not as it is mounted.
    var millimetres: Size? { display.millimetres }

    func setBlank(_ isBlank: Bool) throws { try display.setBlank(isBlank) }

    /// None: it is turned while it is copied.
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
                // From one pixel of the display to the next, and to the next row, in the picture.
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
