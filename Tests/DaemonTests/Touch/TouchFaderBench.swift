import Controls
import Drawing
import Evdev
import Glibc
import Panel
import TestVectors

@testable import GlassfaderDaemon

/// A fader with a way of 60 mm on a capacitive panel, driven by contacts as a touchscreen would.
///
/// The panel has 20 units to the millimetre and 4 points; reports come at 120 Hz.
final class TouchFaderBench {
    static let interval = Duration.seconds(1) / 120
    static let way = 60.0

    let fader: Slider
    private(set) var changes = 0
    private(set) var time = Duration.seconds(1000)
    private(set) var deadlines = 0

    private let window: Window
    private var pipeline: TouchPipeline
    private var contact = Contact(number: 0, slot: 0, phase: .ended, x: 0, y: 0)

    /// A fader without steps, or one with the law of a console and steps of 0.1 dB.
    init(_ filters: FilterDescription, isStepped: Bool = false) {
        window = Window(size: Size(width: 400, height: 400))
        fader = Slider(frame: Rect(x: 100, y: 40, width: 50, height: 265.42), isVertical: true)
        window.addSubview(fader)
        // The thumb takes a part of the height; the rest is the way, of 4 pixels to the millimetre.
        precondition(abs(265.42 - fader.thumbRect.height - Self.way * 4) < 1e-9)
        fader.scale =
            isStepped
            ? ValueScale(
                Taper(.fader(.x32), minimum: -90, maximum: 10, minimumIsOff: true), step: 0.1)
            : ValueScale()
        fader.value = isStepped ? 0 : 0.5
        let axis = Axis(minimum: 0, maximum: 1999, resolution: 20)
        pipeline = TouchPipeline(
            axes: (axis, axis), width: 400, height: 400,
            scale: TouchScale(
                of: (axis, axis), .identity, on: TouchedPicture(size: window.bounds.size)),
            filters: filters)
        fader.addAction(for: .valueChanged) { [unowned self] _, _ in changes += 1 }
    }

    /// Lands in the middle of the fader, `x` and `y` millimetres off.
    func land(x: Double = 0, y: Double = 0) {
        contact.number += 1
        report(.began, x: x, y: y)
    }

    func move(x: Double = 0, y: Double) { report(.moved, x: x, y: y) }

    func lift() { report(.ended, x: 0, y: 0) }

    /// Lets time pass without a report.
    func pause(_ duration: Duration) {
        let end = time + duration
        passDeadlines(until: end)
        time = end
    }

    /// How far the fader is from the middle of its way, in millimetres upwards.
    var height: Double { (fader.scale.position(of: fader.value) - 0.5) * Self.way }

    private func report(_ phase: Contact.Phase, x: Double, y: Double) {
        time += Self.interval
        passDeadlines(until: time)
        contact.phase = phase
        if phase != .ended {
            let place = (
                x: Int32(((31.25 + x) * 20).rounded()), y: Int32(((43.2 - y) * 20).rounded())
            )
            // The kernel tells only what changes.
            if phase == .moved, place.x == contact.x, place.y == contact.y { return }
            contact.x = place.x
            contact.y = place.y
        }
        deliver(pipeline.process([contact], at: time))
    }

    private func passDeadlines(until end: Duration) {
        while let deadline = pipeline.nextDeadline, deadline < end {
            deadlines += 1
            deliver(pipeline.advance(to: deadline))
        }
    }

    private func deliver(_ updates: [TouchUpdate]) {
        for update in updates {
            let phase: Window.ContactPhase =
                switch update.phase {
                case .began: .began
                case .moved: .moved
                case .ended: .ended
                case .cancelled: .cancelled(.palm)
                }
            window.handleTouch(
                phase, Window.Contact(device: 1, number: update.number, slot: update.slot),
                at: Point(x: update.x, y: update.y), time: update.time)
        }
    }
}

/// Gaussian noise that is the same each time.
struct TouchNoise {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Of a standard deviation of 1: Box and Muller, for sums of uniform numbers have no tails.
    mutating func next() -> Double {
        let radius = (-2 * log(uniform())).squareRoot()
        return radius * cos(2 * .pi * uniform())
    }

    private mutating func uniform() -> Double {
        (Double(random.next() >> 11) + 0.5) / Double(1 << 53)
    }
}
