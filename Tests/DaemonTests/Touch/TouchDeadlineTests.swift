import Controls
import Drawing
import Evdev
import EventLoop
import Panel
import Testing

@testable import GlassfaderDaemon

/// What the pipeline keeps back, on the daemon's real loop.
struct TouchDeadlineTests {
    @Test func `a finger that lifts from a resistive panel lets go although nothing more comes`()
        throws
    {
        // The next event would come after a minute.
        let recording = try EvemuRecording(
            """
            A: 00 0 999 0 0 10
            A: 01 0 999 0 0 10
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 04 00 00 00 00 00 00
            E: 0.000000 0003 0000 500
            E: 0.000000 0003 0001 500
            E: 0.000000 0001 014a 1
            E: 0.000000 0000 0000 0
            E: 0.030000 0001 014a 0
            E: 0.030000 0000 0000 0
            E: 60.000000 0003 0000 400
            E: 60.000000 0000 0000 0
            """)
        let loop = try EventLoop()
        let window = Window(size: Size(width: 1000, height: 1000))
        let fader = Slider(frame: window.bounds, isVertical: true)
        window.addSubview(fader)
        var input = InputDescription()
        input.touchscreen.filters = FilterDescription(for: .resistive)
        let touchscreens = Touchscreens(
            touching: window, selection: DeviceSelection(input), loop: loop,
            timeSuspended: { .zero }, log: { _ in }
        )

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
