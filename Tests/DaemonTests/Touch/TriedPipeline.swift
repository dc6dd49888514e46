import Drawing
import Evdev
import Panel

@testable import GlassfaderDaemon

/// The pipeline of a panel of 1000 by 1000 points, with 10 to the millimetre, that reports every
/// 8 ms. All stages are off unless a test chooses them.
struct TriedPipeline {
    private var pipeline: TouchPipeline
    private var time = Duration.milliseconds(-8)

    init(resolution: Int32 = 10, _ choose: (inout FilterDescription) -> Void = { _ in }) {
        var filters = FilterDescription.off
        choose(&filters)
        let axis = Axis(minimum: 0, maximum: 999, resolution: resolution)
        pipeline = TouchPipeline(
            axes: (axis, axis), width: 1000, height: 1000,
            scale: TouchScale(
                of: (axis, axis), .identity,
                on: TouchedPicture(size: Size(width: 1000, height: 1000))),
            filters: filters)
    }

    /// One that takes 20 mm from one report to the next for a jump.
    init(jumps: FilterDescription.AfterJump) {
        self.init {
            $0.jump = 20
            $0.afterJump = jumps
        }
    }

    /// In milliseconds since the first report.
    var deadline: Int? { pipeline.nextDeadline.map { Int($0 / .milliseconds(1)) } }

    /// Reports contacts, and returns the touches: "began 1 at 10,20".
    mutating func report(_ contacts: Contact...) -> [String] {
        time += .milliseconds(8)
        return pipeline.process(contacts, at: time).map(\.place)
    }

    /// Reports one contact, and returns the touches with their times: "8: began 1 at 10,20".
    mutating func report(
        _ number: Int, _ phase: Contact.Phase, _ x: Int32, _ y: Int32, major: Int32? = nil
    ) -> [String] {
        time += .milliseconds(8)
        let contact = Contact(
            number: number, slot: 0, phase: phase, x: x, y: y, major: major)
        return pipeline.process([contact], at: time).map(\.timedPlace)
    }

    /// Passes the deadlines of so many milliseconds, as the daemon's timer does.
    mutating func wait(_ milliseconds: Int) -> [String] {
        time += .milliseconds(milliseconds)
        var all: [String] = []
        while let deadline = pipeline.nextDeadline, deadline <= time {
            all += pipeline.advance(to: deadline).map(\.timedPlace)
        }
        return all
    }

    mutating func finish() -> [String] { pipeline.finish(at: time).map(\.timedPlace) }
}

extension TouchUpdate {
    fileprivate var place: String {
        "\(phase) \(number) at \(Int(x.rounded())),\(Int(y.rounded()))"
    }

    fileprivate var timedPlace: String { "\(Int(time / .milliseconds(1))): \(place)" }
}
