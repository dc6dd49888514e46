import Controls
import Drawing
import EventLoop
import Fingers
import Panel
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// A program's own window, without a panel file.
struct ApplicationTests {
    @Test func `after suspend, a program's touches are cancelled and its clocks are set`() throws {
        let clock = VirtualClock()
        var machine = Machine()
        machine.clock = clock
        let application = try Application(
            on: .memory(width: 200, height: 100), DisplayDescription(), touchedBy: .none,
            InputDescription(), machine: machine, log: Log { _ in })
        let view = ClockNotingView(frame: application.window.bounds)
        application.window.addSubview(view)
        let before = view.changes
        try application.touchscreens.play(
            finger(0).lands(10, 20).lifts(after: .seconds(10))
                .recording(on: .slots(width: 200, height: 100)),
            named: "fingers")
        let start = application.now
        let night = try application.loop.timer(at: start + .seconds(5)) { _ in
            try clock.suspend(for: .seconds(3600))
        }
        try application.run()

        #expect(!night.isArmed)
        #expect(view.phases == [.began, .cancelled])
        #expect(view.notes.last?.reason == .suspend)
        #expect(view.notes.last.map { $0.time - start < .seconds(6) } == true)
        #expect(view.changes == before + 1)
    }
}

/// A view that also counts how often its clock was set.
private final class ClockNotingView: TouchNotingView {
    private(set) var changes = 0

    override func clockDidChange() { changes += 1 }
}
