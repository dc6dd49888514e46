import Controls
import Drawing
import Evdev
import Layers

/// Draws contacts on top of the panel, for whoever sets up a touchscreen or looks for a fault.
///
/// A coloured ring with the contact's number, and the pressure where it is measured, is where the
/// device says that the finger is; the coloured path is where it has been. A thin white ring is the
/// touch that the filters made of it: a ring without one is what they took for no finger. Paths
/// stay until the next contact begins after all have lifted.
final class TouchOverlay: View {
    /// Larger than a fingertip, which hides what is below.
    private static let millimetres = 9.0

    private let font: Font
    private let trails = TouchTrails()
    private let front = Layer()
    private var marks: [Window.Contact: TouchMark] = [:]
    private var rings: [Window.Contact: ShapeLayer] = [:]

    /// An overlay without contacts, which lets touches through.
    init(frame: Rect, font: Font) {
        self.font = font
        super.init(frame: frame)
        isUserInteractionEnabled = false
        layer.addSublayer(trails.layer)
        layer.addSublayer(front)
    }

    /// Shows what a report tells of a contact on the touchscreen `device`, as it came.
    func show(_ contact: Contact, of device: Int, at point: Point) {
        let key = Window.Contact(device: device, number: contact.number, slot: contact.slot)
        switch contact.phase {
        case .began:
            if marks.isEmpty { trails.clear() }
            let mark = TouchMark(
                color: Self.colors[contact.slot % Self.colors.count], radius: radius, font: font)
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

    /// Shows what has become of a touch on the touchscreen `device`, after all filters.
    func show(_ update: TouchUpdate, of device: Int) {
        let key = Window.Contact(device: device, number: update.number, slot: update.slot)
        switch update.phase {
        case .began, .moved:
            if update.phase == .began { rings[key] = newRing() }
            rings[key]?.shape = TouchMark.circle(
                at: Point(x: update.x, y: update.y), radius: radius - 6)
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

    /// Takes up a picture of another size. What was shown belonged to the old one.
    func fit(_ size: Size) {
        frame = Rect(origin: .zero, size: size)
        for mark in marks.values { mark.layer.removeFromSuperlayer() }
        for ring in rings.values { ring.removeFromSuperlayer() }
        marks.removeAll()
        rings.removeAll()
        trails.clear()
    }

    private var radius: Double {
        let pixels = (window?.pixelsPerMillimetre ?? 0) * Self.millimetres
        return min(max(pixels, 24), 96)
    }

    private static func text(of contact: Contact) -> String {
        contact.pressure.map { "\(contact.number)  p \($0)" } ?? "\(contact.number)"
    }

    /// By slot: fingers that are down together have different ones.
    private static let colors = [
        "#ff5a5f", "#2ec4b6", "#ffd23f", "#9b5de5", "#70e000", "#ff8fab", "#4cc9f0", "#ff9f1c",
        "#c8b6ff", "#b5e48c",
    ].compactMap(Color.init(hex:))
}
