import Controls
import Drawing
import Evdev
import EventLoop
import Panel
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// What the pipeline keeps back, on the daemon's real loop.
struct TouchDeadlineTests {
    @Test func `a finger that lifts from a resistive panel releases without further events`()
        throws
    {
        // The next event would come after a minute.
        let recording = try finger(0).lands(500, 500)
            .lifts(after: .milliseconds(30))
            .sends((.x, 400), after: .seconds(60))
            .recording(on: .singleTouch(width: 1000, height: 1000, resolution: 10))
        let loop = try EventLoop()
        let window = Window(size: Size(width: 1000, height: 1000))
        let fader = Slider(frame: window.bounds, isVertical: true)
        window.addSubview(fader)
        var input = InputDescription()
        input.touchscreen.filters = FilterDescription(for: .resistive)
        let touchscreens = Touchscreens(
            touching: window, selection: DeviceSelection(input), loop: loop, log: Log { _ in })

        var held: [Duration] = []
        fader.addAction(for: [.touchDown, .touchUp]) { _, touch in
            if let touch { held.append(touch.timestamp) }
            if held.count == 2 { loop.exit() }
        }
        touchscreens.onEndOfRecording = { loop.exit() }
        let start = loop.now
        try touchscreens.play(recording, named: "a tap")
        _ = try loop.run()

        try #require(held.count == 2)
        // It counts after the time of two reports, and is over when it has not bounced.
        #expect(held[0] - start >= .milliseconds(20))
        #expect(held[1] - start >= .milliseconds(70))
        #expect(held[1] - start < .seconds(59))
    }
}
