import Controls
import Drawing
import Evdev
import EventLoop
import Fingers
import Panel
import TOML
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// Touchscreens over a window, in a real event loop.
struct TouchscreensTests {
    @Test func `neither a finger on a dark panel nor the finger that wakes it touches anything`()
        throws
    {
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 0).moves(20, 0).lifts().lands(30, 0).moves(40, 0).moves(50, 0)
                .lifts().lands(50, 0).lifts(), speed: .unlimited)
        try touched.play(reports: 1)
        #expect(touched.news == ["began 10,0"])
        touched.touchscreens.router.isAsleep = true
        #expect(touched.news.last == "cancelled lock")
        // The finger that was there, and one that comes, which may be what wakes the panel.
        try touched.play(reports: 4)
        touched.touchscreens.router.isAsleep = false
        try touched.play(reports: 2)
        #expect(touched.news.count == 2)
        try touched.runToEnd()
        #expect(touched.news.dropFirst(2) == ["began 50,0", "ended"])
    }

    @Test func `touches can be cancelled until the fingers lift`() throws {
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 0).moves(20, 0).lifts().lands(20, 0).lifts())
        try touched.run(until: 1)
        touched.touchscreens.router.cancelAll(reason: .shutdown)
        touched.touchscreens.router.cancelAll(reason: .shutdown)
        #expect(touched.news == ["began 10,0", "cancelled shutdown"])
        try touched.runToEnd()
        #expect(touched.news.dropFirst(2) == ["began 20,0", "ended"])
    }

    @Test func `after system sleep all touches are cancelled until the fingers lift`() throws {
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 0).moves(20, 0).moves(30, 0, after: .milliseconds(180)).lifts()
                .lands(30, 0).lifts())
        try touched.run(until: 1)
        try touched.clock.suspend(for: .milliseconds(400))
        try touched.run(until: 2)
        #expect(touched.news == ["began 10,0", "moved 20,0"], "too short for a sleep")
        try touched.clock.suspend(for: .seconds(3600))
        try touched.runToEnd()
        #expect(touched.news.dropFirst(2) == ["cancelled suspend", "began 30,0", "ended"])
    }

    @Test func `system sleep is noticed before the next touch`() throws {
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 0).moves(20, 0), speed: .unlimited)
        try touched.play(reports: 1)
        touched.touchscreens.router.cancelAfterSuspension()
        try touched.clock.suspend(for: .milliseconds(400))
        touched.touchscreens.router.cancelAfterSuspension()
        #expect(touched.news == ["began 10,0"], "the clock was put right")
        try touched.clock.suspend(for: .seconds(3600))
        touched.touchscreens.router.cancelAfterSuspension()
        touched.touchscreens.router.cancelAfterSuspension()
        #expect(touched.news == ["began 10,0", "cancelled suspend"])
        try touched.runToEnd()
        #expect(touched.news.count == 2)
    }

    @Test func `a finger that rests while the picture changes does not touch the new picture`()
        throws
    {
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 0).moves(20, 0).lifts().lands(20, 0).lifts())
        try touched.run(until: 1)
        let turned = TouchedPicture(size: Size(width: 100, height: 100), rotation: 180)
        touched.touchscreens.router.resize(to: turned, on: nil)
        touched.touchscreens.router.resize(to: turned, on: nil)
        try touched.runToEnd()
        #expect(
            touched.news == ["began 10,0", "cancelled deviceLost", "began 80,100", "ended"])
    }

    @Test func `a missing release is assumed after the configured time`() throws {
        var description = TouchscreenDescription()
        description.releaseTimeout = .milliseconds(30)
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 0).moves(20, 0, after: .milliseconds(200))
                .lifts(after: .milliseconds(10)), description)
        try touched.runToEnd()
        #expect(touched.news == ["began 10,0", "ended", "began 20,0", "ended"])
    }

    @Test func `a missing release is assumed also where a finger may bounce`() throws {
        var description = TouchscreenDescription()
        description.releaseTimeout = .milliseconds(30)
        description.filters.bounce = .milliseconds(20)
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20)).lands(10, 0).sends(after: .seconds(600)),
            description)
        try touched.run(until: 2)
        #expect(touched.news == ["began 10,0", "ended"])
    }

    @Test func `the finger that wakes the panel touches nothing though it bounces`() throws {
        var description = TouchscreenDescription()
        description.filters.bounce = .milliseconds(40)
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(15))
                .lands(10, 0).lifts().lands(10, 0).lifts()
                .lands(10, 0, after: .milliseconds(200)).lifts(), description, speed: .unlimited)
        touched.touchscreens.router.isAsleep = true
        try touched.play(reports: 1)
        touched.touchscreens.router.isAsleep = false
        try touched.runToEnd()
        #expect(touched.news == ["began 10,0", "ended"])
    }

    @Test func `waiting for a finger that may bounce is no report`() throws {
        var description = TouchscreenDescription()
        description.filters.bounce = .milliseconds(20)
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(15)).lands(10, 0).lifts().sends(after: .seconds(600)),
            description)
        var reports = 0
        touched.touchscreens.router.onReport = { reports += 1 }
        try touched.run(until: 2)
        #expect(touched.news == ["began 10,0", "ended"] && reports == 2)
    }

    @Test func `a recording of a panel with different axes uses the settings of its model`()
        throws
    {
        var description = TouchscreenDescription()
        description.axes = TouchscreenDescription.Axes(x: .y, y: .x)
        description.calibration = [-1, 0, 1, 0, 1, 0]
        let touched = try TouchedWindow(
            finger(0, every: .milliseconds(20))
                .lands(10, 20), description)
        try touched.runToEnd()
        #expect(touched.news == ["began 80,10", "cancelled deviceLost"])
    }

    @Test(arguments: [
        (FilterDescription.Technology.capacitive, 1.5), (.resistive, 2.5),
    ])
    func `a tap may move as far as the noise of its touchscreen`(
        technology: FilterDescription.Technology, slop: Double
    ) throws {
        var description = TouchscreenDescription()
        description.filters = FilterDescription(for: technology)
        let touched = try TouchedWindow(
            finger(0).sends().sends(after: .seconds(8)), description)
        #expect(touched.window.tapSlop == slop)
    }

    // An old framebuffer has no connector.
    @Test(arguments: ["DSI-1", nil])
    func `an unknown glass size is logged as soon as there is a screen`(connector: String?) throws {
        let touched = try TouchedWindow(finger(0).sends().sends(after: .seconds(8)))
        #expect(touched.log == [])
        let picture = TouchedPicture(size: Size(width: 100, height: 100))
        touched.touchscreens.router.resize(to: picture, on: connector)
        touched.touchscreens.router.resize(to: picture, on: connector)
        #expect(
            touched.log == [
                "fingers: the size of the glass is unknown; assuming 96 dpi for touches "
                    + "(set 'size_mm' in [display]). Until then no touch is rejected for its "
                    + "size, and a jump is a quarter of the panel's diagonal"
            ])
    }

    @Test
    func `lost events are logged with the longest time without a read, and not again at once`()
        throws
    {
        let device = try Self.device(losing: 3)
        let start = Duration.seconds(100)
        var lines: [String?] = []
        for (second, milliseconds) in [(0, 10), (1, 250), (2, 400), (3, 0)] {
            _ = device.source.readReports(until: start + .seconds(second))
            lines.append(
                device.noteReading(at: start + .seconds(second) + .milliseconds(milliseconds)))
        }
        #expect(
            lines == [
                "fingers: events were lost: it was not read for up to 10 ms", nil, nil, nil,
            ])
    }

    /// A device that loses events once a second.
    private static func device(losing times: Int) throws -> TouchDevice {
        let script = (0...times).reduce(finger(0, every: .seconds(1))) { script, _ in
            script.loses()
        }
        let recording = try script.sends(after: .seconds(96))
            .recording(on: .singleTouch(width: 100, height: 100))
        return TouchDevice(
            number: 1, name: "fingers",
            source: try RecordedTouchscreen(recording, from: .seconds(100)),
            description: TouchscreenDescription(), calibration: .identity,
            picture: TouchedPicture(size: Size(width: 100, height: 100)), at: .seconds(100))
    }
}

/// A window of 100 by 100 pixels under a recorded touchscreen of as many units.
private final class TouchedWindow {
    let loop: EventLoop
    let window = Window(size: Size(width: 100, height: 100))
    private let view = TouchNotingView(frame: Rect(x: -100, y: -100, width: 300, height: 300))
    let touchscreens: Touchscreens
    /// What the view has got: "began 10,0", "ended", "cancelled lock".
    var news: [String] { view.notes.map(\.news) }
    var log: [String] { journal.lines }
    let clock = VirtualClock()
    private let journal = Journal()
    private var isOver = false

    init(
        _ script: TouchScript, _ description: TouchscreenDescription = TouchscreenDescription(),
        resolution: Int32 = 0, speed: ReplaySpeed = .recorded
    ) throws {
        loop = try EventLoop(clock: clock)
        window.addSubview(view)
        var input = InputDescription()
        let match = try #require(DeviceMatch("0eef:0001"))
        input.devices = [
            InputDevice(
                match: match, output: nil, touchscreen: description,
                position: SourcePosition(line: 1, column: 1))
        ]
        touchscreens = Touchscreens(
            touching: window, selection: DeviceSelection(input), loop: loop, log: journal.write)
        touchscreens.onEndOfRecording = { [unowned self] in isOver = true }
        var device = DeviceDescription.singleTouch(
            width: 100, height: 100, resolution: resolution)
        device.identity.vendor = 0x0eef
        device.identity.product = 0x0001
        let recording = try script.recording(on: device)
        try touchscreens.play(recording, named: "fingers", speed: speed)
    }

    /// Runs until the view has got so many changes.
    func run(until count: Int) throws {
        while view.notes.count < count { _ = try loop.runOnce(waitingAtMost: .seconds(5)) }
    }

    /// Plays so many reports of a recording without a speed: there is one in each round.
    func play(reports count: Int) throws {
        for _ in 0..<count { #expect(try loop.runOnce(waitingAtMost: .seconds(5))) }
    }

    func runToEnd() throws {
        while !isOver { _ = try loop.runOnce(waitingAtMost: .seconds(5)) }
    }
}

extension TouchNotingView.Note {
    fileprivate var news: String {
        switch phase {
        case .began, .moved: "\(phase) \(Int(point.x.rounded())),\(Int(point.y.rounded()))"
        case .ended: "ended"
        case .cancelled: reason.map { "cancelled \($0)" } ?? "cancelled"
        }
    }
}
