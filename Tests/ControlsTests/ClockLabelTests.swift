import Drawing
import Fingers
import Foundation
import Testing

@testable import Controls
@testable import Layers

@Suite(.enabled(if: PanelFont.isInstalled))
struct ClockLabelTests {
    private let window = Window(size: Size(width: 300, height: 100))
    private let page = View(frame: Rect(x: 0, y: 0, width: 300, height: 100))
    private let clock: ClockLabel
    private let glass: Glass

    init() throws {
        clock = ClockLabel(
            frame: Rect(x: 20, y: 20, width: 260, height: 60), font: try PanelFont.font(size: 20))
        window.addSubview(page)
        page.addSubview(clock)
        glass = Glass(window)
    }

    /// Sets the clock to a time of day, from which it goes on.
    private func setClock(_ hours: Int, _ minutes: Int, _ seconds: Double) {
        let start = glass.now
        let timeOfDay = Duration.seconds(hours * 3600 + minutes * 60) + .seconds(seconds)
        window.clock = { [glass] in
            ClockReading(time: glass.now, timeOfDay: timeOfDay + glass.now - start)
        }
    }

    private var shown: String {
        _ = glass.nextFrame()
        return clock.layer.sublayers.compactMap { ($0 as? TextLayer)?.string }.joined()
    }

    /// Waits until a time, and counts the frames that the window wants until then.
    private func framesWanted(in duration: Duration) -> Int {
        let end = glass.now + duration
        var count = 0
        while let deadline = window.nextDeadline, deadline <= end {
            glass.wait(deadline - glass.now)
            window.advance(to: glass.now)
            if window.needsFrame { count += 1 }
            _ = glass.nextFrame()
        }
        glass.wait(end - glass.now)
        return count
    }

    @Test func `a clock shows hours and minutes, and no wrong time before it is set`() {
        #expect(shown == "--:--")
        #expect(window.nextDeadline == nil)
        setClock(9, 5, 30)
        #expect(shown == "09:05")
    }

    @Test func `seconds and AM/PM are shown if they are enabled`() {
        clock.showsSeconds = true
        setClock(0, 7, 8)
        #expect(shown == "00:07:08")
        clock.usesTwelveHours = true
        #expect(shown == "12:07:08 AM")
        setClock(12, 0, 0)
        #expect(shown == "12:00:00 PM")
        clock.showsSeconds = false
        setClock(23, 59, 59)
        #expect(shown == "11:59 PM")
    }

    @Test func `a clock updates itself with one frame a minute`() {
        setClock(23, 58, 59.5)
        #expect(shown == "23:58")
        #expect(framesWanted(in: .seconds(120)) == 2)
        #expect(shown == "00:00")
    }

    @Test func `seconds cost one frame a second`() {
        clock.showsSeconds = true
        setClock(8, 0, 0.25)
        _ = shown
        #expect(framesWanted(in: .seconds(10)) == 10)
        #expect(shown == "08:00:10")
    }

    @Test func `a hidden clock causes no wakeup, and is right in the first frame when shown`() {
        clock.showsSeconds = true
        setClock(8, 0, 0)
        _ = shown
        page.isHidden = true
        #expect(window.nextDeadline == nil)
        #expect(framesWanted(in: .seconds(3600)) == 0)
        page.isHidden = false
        #expect(shown == "09:00:00")
        #expect(window.nextDeadline != nil)
    }

    @Test func `after the time is set, the clock shows it in the next frame`() {
        setClock(8, 0, 0)
        _ = shown
        setClock(7, 30, 0)
        #expect(window.needsFrame)
        #expect(shown == "07:30")
    }

    @Test func `a clock that is removed from the window does not update`() {
        setClock(8, 0, 0)
        _ = shown
        clock.removeFromSuperview()
        #expect(framesWanted(in: .seconds(600)) == 0)
        page.addSubview(clock)
        #expect(shown == "08:10")
    }
}
