import Drawing
import Fingers
import Testing

@testable import Controls
@testable import Layers

@Suite(.enabled(if: PanelFont.isInstalled))
struct StopwatchTests {
    private let window = Window(size: Size(width: 300, height: 100))
    private let page = View(frame: Rect(x: 0, y: 0, width: 300, height: 100))
    private let watch: Stopwatch
    private let glass: Glass
    private let listener: EventListener

    init() throws {
        watch = Stopwatch(
            frame: Rect(x: 20, y: 20, width: 260, height: 60), font: try PanelFont.font(size: 20))
        window.backgroundColor = Theme.dark.background
        window.addSubview(page)
        page.addSubview(watch)
        glass = Glass(window)
        listener = EventListener(to: watch)
        setTimeOfDay(.seconds(3600))
    }

    private func setTimeOfDay(_ time: Duration) {
        window.clock = { [glass] in ClockReading(time: glass.now, timeOfDay: time) }
    }

    private func shown(_ layer: Layer) -> String {
        layer.sublayers.map { ($0 as? TextLayer)?.string ?? shown($0) }.joined()
    }

    private var shown: String {
        _ = glass.nextFrame(after: .zero)
        return shown(watch.layer)
    }

    /// A pixel of the key, left of the figures.
    private var pixel: UInt32 { glass.picture[40, 40] }

    private func tap() { glass.touch(watch).lift() }

    @Test func `a display has no body of a key, except for the alarm of a timer`() {
        let key = pixel
        watch.isDisplay = true
        _ = glass.nextFrame()
        let display = pixel
        #expect(display != key)
        tap()
        #expect(!watch.isRunning)
        watch.duration = .seconds(1)
        watch.start()
        glass.wait(.seconds(2))
        _ = glass.nextFrame()
        #expect(watch.isAlarming && pixel != display)
        watch.reset()
        watch.isDisplay = false
        _ = glass.nextFrame()
        #expect(pixel == key)
        #expect(glass.missedPixels.isEmpty)
    }

    /// Waits, and counts the frames that the window wants meanwhile.
    @discardableResult
    private func framesWanted(in duration: Duration) -> Int {
        let end = glass.now + duration
        var count = 0
        _ = glass.nextFrame(after: .zero)
        while let deadline = window.nextDeadline, deadline <= end {
            glass.wait(deadline - glass.now)
            if window.needsFrame { count += 1 }
            _ = glass.nextFrame(after: .zero)
        }
        glass.wait(end - glass.now)
        return count
    }

    @Test func `a tap starts a stopwatch, and another one stops it`() {
        #expect(shown == "00:00" && !watch.isRunning)
        tap()
        #expect(watch.isRunning && listener.readChangeCount() == 1)
        glass.wait(.seconds(65))
        #expect(shown == "01:05")
        tap()
        glass.wait(.seconds(10))
        #expect(shown == "01:05" && !watch.isRunning)
        tap()
        glass.wait(.seconds(3600))
        #expect(shown == "1:01:05")
    }

    @Test func `a finger that stays resets it, and its lift does not start it`() {
        tap()
        glass.wait(.seconds(5))
        let finger = glass.touch(watch)
        glass.wait(.milliseconds(700))
        #expect(watch.isRunning)
        glass.wait(.milliseconds(200))
        #expect(!watch.isRunning && watch.time == .zero && shown == "00:00")
        finger.lift()
        #expect(!watch.isRunning && listener.readChangeCount() == 2)
    }

    @Test func `a finger that leaves, or is cancelled, does nothing`() {
        glass.touch(watch).drag(down: 80).lift()
        let finger = glass.touch(watch)
        finger.cancel()
        glass.wait(.seconds(2))
        #expect(!watch.isRunning && listener.readChangeCount() == 0)
    }

    @Test func `it costs one frame a second, and nothing while it is stopped`() {
        tap()
        #expect(framesWanted(in: .seconds(10)) == 10)
        tap()
        _ = shown
        #expect(window.nextDeadline == nil)
        #expect(framesWanted(in: .seconds(60)) == 0)
    }

    @Test func `each second redraws the figures only`() {
        tap()
        framesWanted(in: .seconds(3))
        glass.wait(.seconds(1))
        let damage = glass.nextFrame(after: .zero).extents
        #expect(!damage.isEmpty && Double(damage.width) < watch.bounds.width / 2, "\(damage)")
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `hidden or in a blank window it wakes nobody, and is right when it is seen again`() {
        tap()
        _ = shown
        page.isHidden = true
        // The end of the longest time is a hundred hours away.
        #expect(framesWanted(in: .seconds(3600)) == 0)
        page.isHidden = false
        #expect(shown == "1:00:00")
        window.isBlank = true
        #expect(framesWanted(in: .seconds(60)) <= 1)
        window.isBlank = false
        #expect(shown == "1:01:00")
    }

    @Test func `setting the time of day does not move it`() {
        tap()
        glass.wait(.seconds(7))
        setTimeOfDay(.zero)
        #expect(shown == "00:07")
    }

    @Test func `a timer counts down, and looks like an alarm at zero until it is tapped`() {
        var ends: [Duration] = []
        watch.duration = .seconds(90)
        watch.onEnd = { ends.append($0) }
        #expect(shown == "01:30")
        tap()
        let start = glass.now
        glass.wait(.milliseconds(500))
        #expect(shown == "01:30")
        framesWanted(in: .milliseconds(500))
        #expect(shown == "01:29")
        framesWanted(in: .seconds(120))
        #expect(shown == "00:00" && watch.isAlarming && !watch.isRunning)
        #expect(ends.count == 1 && abs((ends[0] - start) / .seconds(1) - 90) < 0.02)
        #expect(window.nextDeadline == nil)
        let alarm = pixel
        tap()
        #expect(shown == "01:30" && !watch.isAlarming && !watch.isRunning)
        #expect(pixel != alarm)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a hidden timer ends on time`() {
        var ends = 0
        watch.duration = .seconds(5)
        watch.onEnd = { _ in ends += 1 }
        tap()
        page.isHidden = true
        glass.wait(.seconds(6))
        #expect(ends == 1 && watch.isAlarming)
    }

    @Test func `a set time is clamped, and a timer at zero does not start`() {
        watch.setTime(.seconds(-5))
        #expect(watch.time == .zero)
        watch.setTime(.seconds(999_999))
        #expect(watch.time == Stopwatch.longest && shown == "99:59:59")
        watch.duration = .seconds(10)
        watch.setTime(.seconds(20))
        #expect(watch.time == .seconds(10))
        watch.setTime(.zero)
        watch.start()
        #expect(!watch.isRunning && watch.isAlarming)
    }

    @Test func `without a clock in the window, the time comes from touches`() {
        window.clock = nil
        tap()
        glass.wait(.seconds(3))
        tap()
        #expect(abs(watch.time / .seconds(1) - 3) < 0.1)
    }

    @Test func `assistive software reads the time, and starts it`() {
        #expect(watch.accessibilityValue == "00:00")
        #expect(watch.accessibilityActivate() && watch.isRunning)
        watch.isEnabled = false
        #expect(!watch.accessibilityActivate())
        #expect(watch.accessibilityTraits.contains([.button, .updatesFrequently, .notEnabled]))
    }
}
