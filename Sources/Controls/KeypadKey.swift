import Drawing
import Layers

/// A key of a keypad: a character, or a sign for its action.
final class KeypadKey: Button {
    /// The action of the key.
    let meaning: Keypad.Key

    init(_ meaning: Keypad.Key) {
        self.meaning = meaning
        super.init(frame: .zero)
        mode = .tap
        switch meaning {
        case .text(let characters): setTitle(characters, for: .normal)
        case .sign: setTitle("±", for: .normal)
        case .silence: setTitle("−∞", for: .normal)
        case .delete: accessibilityLabel = "Delete"
        case .cancel: accessibilityLabel = "Cancel"
        case .enter: accessibilityLabel = "Enter"
        }
    }

    /// Shows the characters in a font, or in a smaller size if they do not fit.
    func show(_ preferred: Font?) {
        let room = capRect.width - 8
        let title = title(for: .normal) ?? ""
        font = preferred.map { preferred in
            preferred.largest { TextLine(title, font: $0).width <= room }
                ?? preferred.leastForNumbers
        }
    }

    override func draw(_ layer: Layer, in context: Context) {
        super.draw(layer, in: context)
        let side = min(bounds.width, bounds.height) * 0.3
        let sign = Rect(center: layer.bounds.center, size: Size(width: side, height: side))
        let color = isEnabled ? theme.text : theme.mute(theme.text)
        let path: Path
        switch meaning {
        case .text, .sign, .silence: return
        case .cancel: path = Self.cross(in: sign)
        case .delete: path = Self.eraser(in: sign)
        case .enter: path = Self.tick(in: sign)
        }
        context.stroke(path, color, width: max(side / 8, theme.thickLineWidth), cap: .round)
    }

    private static func cross(in rect: Rect) -> Path {
        var path = Path()
        path.move(to: rect.origin)
        path.addLine(to: Point(x: rect.maxX, y: rect.maxY))
        path.move(to: Point(x: rect.maxX, y: rect.minY))
        path.addLine(to: Point(x: rect.minX, y: rect.maxY))
        return path
    }

    /// A plate with a point at the left, and a cross in it.
    private static func eraser(in rect: Rect) -> Path {
        let plate = rect.insetBy(dx: -rect.width * 0.35, dy: 0)
        let shoulder = plate.minX + plate.height * 0.5
        var path = Path()
        path.move(to: Point(x: plate.minX, y: plate.midY))
        path.addLine(to: Point(x: shoulder, y: plate.minY))
        path.addLine(to: Point(x: plate.maxX, y: plate.minY))
        path.addLine(to: Point(x: plate.maxX, y: plate.maxY))
        path.addLine(to: Point(x: shoulder, y: plate.maxY))
        path.closeSubpath()
        let middle = Point(x: (shoulder + plate.maxX) / 2, y: plate.midY)
        let side = plate.height * 0.36
        path.append(cross(in: Rect(center: middle, size: Size(width: side, height: side))))
        return path
    }

    private static func tick(in rect: Rect) -> Path {
        var path = Path()
        path.move(to: Point(x: rect.minX, y: rect.midY))
        path.addLine(to: Point(x: rect.minX + rect.width * 0.36, y: rect.maxY))
        path.addLine(to: Point(x: rect.maxX, y: rect.minY))
        return path
    }
}
