import Controls
import Drawing
import Evdev
import Layers

/// Draws contacts on top of the panel, to set up a touchscreen or find a fault.
///
/// A coloured ring shows a contact as the device reports it, with its number and pressure. A
/// coloured path shows its earlier positions. A thin white ring shows the touch after all filters.
/// Without this ring, the filters have rejected the contact. Paths stay until a contact begins
/// after all others have lifted.
final class TouchOverlay: View {
    private let font: Font
    private let trails = TouchTrails()
    private let front = Layer()
    private var marks: [Window.Contact: TouchMark] = [:]
    private var rings: [Window.Contact: ShapeLayer] = [:]

    /// Makes an overlay without contacts. It lets touches through.
    init(frame: Rect, font: Font) {
        self.font = font
        super.init(frame: frame)
        isUserInteractionEnabled = false
        layer.addSublayer(trails.layer)
        layer.addSublayer(front)
    }

    /// Shows a contact of the touchscreen `device`, as reported.
    func show(_ contact: Contact, of device: Int, at point: Point) {
        let key = Window.Contact(device: device, number: contact.number, slot: contact.slot)
        switch contact.phase {
        case .began:
            if marks.isEmpty { trails.clear() }
            let mark = TouchMark(
                color: Self.colors[contact.slot % Self.colors.count], radius: fingerRadius,
                font: font)
            mark.move(to: point, text: Self.text(of: contact), in: bounds)
            marks[key] = mark
            front.addSublayer(mark.layer)
            trails.begin(at: point, color: mark.color)
        case .moved:
            guard let mark = marks[key] else { return }
            trails.addLine(from: mark.point, to: point, color: mark.color)
            mark.move(to: point, text: Self.text(of: contact), in: bounds)
        case .ended, .cancelled:
            marks.removeValue(forKey: key)?.layer.removeFromSuperlayer()
        }
    }

    /// Shows a touch of the touchscreen `device`, after all filters.
    func show(_ update: TouchUpdate, of device: Int) {
        let key = Window.Contact(device: device, number: update.number, slot: update.slot)
        switch update.phase {
        case .began, .moved:
            if update.phase == .began { rings[key] = newRing() }
            rings[key]?.shape = TouchMark.circle(
                at: Point(x: update.x, y: update.y), radius: fingerRadius - 6)
        case .ended, .cancelled:
            rings.removeValue(forKey: key)?.removeFromSuperlayer()
        }
    }

    private func newRing() -> ShapeLayer {
        let ring = ShapeLayer()
        ring.strokeColor = .white
        ring.lineWidth = 1.5
        front.addSublayer(ring)
        return ring
    }

    /// Changes to a picture of another size, and removes all marks and paths.
    func fit(_ size: Size) {
        frame = Rect(origin: .zero, size: size)
        for mark in marks.values { mark.layer.removeFromSuperlayer() }
        for ring in rings.values { ring.removeFromSuperlayer() }
        marks.removeAll()
        rings.removeAll()
        trails.clear()
    }

    private static func text(of contact: Contact) -> String {
        contact.pressure.map { "\(contact.number)  p \($0)" } ?? "\(contact.number)"
    }

    /// One colour for each slot, so that simultaneous contacts differ.
    private static let colors = [
        "#ff5a5f", "#2ec4b6", "#ffd23f", "#9b5de5", "#70e000", "#ff8fab", "#4cc9f0", "#ff9f1c",
        "#c8b6ff", "#b5e48c",
    ].compactMap(Color.init(hex:))
}

extension View {
    /// A radius in pixels, of 9 mm: larger than a fingertip, which hides everything below it.
    var fingerRadius: Double {
        ((window?.pixelsPerMillimetre ?? 0) * 9).clamped(from: 24, to: 96)
    }
}
