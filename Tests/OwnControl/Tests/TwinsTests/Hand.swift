import Controls
import Drawing

/// Puts the same fingers on a control and on its twin, each in a window of its own, and notes what
/// each tells.
final class Hand<Model: Control, Twin: Control> {
    let model: Model
    let twin: Twin
    private(set) var modelNotes: [String] = []
    private(set) var twinNotes: [String] = []

    private let windows = [
        Window(size: Size(width: 300, height: 200)), Window(size: Size(width: 300, height: 200)),
    ]
    private var now = Duration.seconds(100)
    private var fingers = 0

    private static var events: [(Control.Event, String)] {
        [
            (.touchDown, "down"), (.editingDidBegin, "begin"), (.valueChanged, "changed"),
            (.touchUpInside, "up inside"), (.touchUpOutside, "up outside"),
            (.touchCancel, "cancel"), (.editingDidEnd, "end"),
        ]
    }

    init(_ model: Model, _ twin: Twin) {
        (self.model, self.twin) = (model, twin)
        for (window, control) in zip(windows, [model, twin]) {
            window.backgroundColor = .black
            window.addSubview(control)
        }
        for (event, name) in Self.events {
            model.addAction(for: event) { [unowned self] sender in
                modelNotes.append("\(name) \(sender.valueText ?? "")")
            }
            twin.addAction(for: event) { [unowned self] sender in
                twinNotes.append("\(name) \(sender.valueText ?? "")")
            }
        }
        frames()
    }

    /// A finger goes through some points of the window, and lifts at the last or is taken away.
    func finger(_ points: [Point], cancelled: Bool = false, between: (Int) -> Void = { _ in }) {
        fingers += 1
        let contact = Window.Contact(device: 0, number: fingers, slot: 0)
        for (index, point) in points.enumerated() {
            tell(index == 0 ? .began : .moved, contact, point)
            between(index)
        }
        tell(cancelled ? .cancelled(.palm) : .ended, contact, points.last ?? .zero)
    }

    private func tell(_ phase: Window.ContactPhase, _ contact: Window.Contact, _ point: Point) {
        now += .milliseconds(8)
        for window in windows { window.handleTouch(phase, contact, at: point, time: now) }
    }

    /// Some time passes, and frames are drawn; which window had something new in it.
    @discardableResult
    func frames(after delay: Duration = .milliseconds(16)) -> [Bool] {
        now += delay
        return windows.map { window in
            if let deadline = window.nextDeadline, deadline <= now { window.advance(to: now) }
            var damage = Region()
            window.update(damage: &damage, at: now)
            let picture = Bitmap(width: 300, height: 200, format: .xrgb32)
            window.draw(damage, into: picture)
            return !damage.isEmpty
        }
    }

    /// Changes a control and its twin alike.
    func both(_ change: (Control) -> Void) {
        change(model)
        change(twin)
    }

    func inWindows(_ change: (Window) -> Void) { windows.forEach(change) }
}

extension Point {
    /// The point at an angle around this one.
    func at(_ degrees: Double, radius: Double = 32) -> Point {
        let angle = Angle.degrees(degrees)
        return offsetBy(dx: radius * angle.cosine, dy: radius * angle.sine)
    }
}
