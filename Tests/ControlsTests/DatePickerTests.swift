import Drawing
import Fingers
import Testing

@testable import Controls

@Suite struct DatePickerTests {
    private let window = Window(size: Size(width: 320, height: 240))
    private let picker = DatePicker(frame: Rect(x: 10, y: 20, width: 300, height: 200))
    private let panel: Glass
    private let listener: EventListener
    /// From one line to the next, in pixels: a wheel of 98 pixels' radius.
    private let line = 98 * Double.pi * 0.15

    init() throws {
        window.backgroundColor = Theme.dark.background
        picker.font = try Font(path: Font.defaultPath, size: 24)
        window.addSubview(picker)
        panel = Glass(window)
        listener = EventListener(to: picker)
    }

    private enum WheelName: Double {
        case hours = 50
        case minutes = 150
        case seconds = 250
    }

    private func touch(_ wheel: WheelName, line offset: Double = 0) -> Finger {
        panel.touch(picker, at: Point(x: wheel.rawValue, y: 100 + offset * line))
    }

    /// Drags, and rests before the finger lifts, so that the wheel does not run on.
    private func turn(_ wheel: WheelName, by lines: Double) {
        // A finger has to be sure before it moves the wheel.
        let finger = touch(wheel).drag(up: (lines + (lines > 0 ? 0.18 : -0.18)) * line)
        _ = panel.nextFrame(after: .milliseconds(200))
        finger.lift()
        settle()
    }

    private func settle() {
        for _ in 0..<300 where window.needsFrame { _ = panel.nextFrame() }
        #expect(!window.needsFrame)
    }

    private func time(_ hours: Int, _ minutes: Int, _ seconds: Int = 0) -> Duration {
        .seconds(hours * 3600 + minutes * 60 + seconds)
    }

    // MARK: Turning

    @Test func `an upward drag turns a wheel forward`() {
        turn(.seconds, by: 2)
        #expect(picker.time == time(0, 0, 2))
        turn(.minutes, by: 3)
        turn(.hours, by: 1)
        #expect(picker.time == time(1, 3, 2))
    }

    @Test func `a wheel turns past its end in both directions and moves no other wheel`() {
        picker.time = time(23, 59, 58)
        turn(.seconds, by: 3)
        #expect(picker.time == time(23, 59, 1))
        turn(.minutes, by: 1)
        #expect(picker.time == time(23, 0, 1))
        turn(.hours, by: -24)
        #expect(picker.time == time(23, 0, 1))
        turn(.hours, by: 1)
        #expect(picker.time == time(0, 0, 1))
    }

    @Test func `two fingers turn two wheels at once`() {
        let first = touch(.hours)
        let second = touch(.seconds)
        for _ in 0..<20 {
            first.drag(up: line / 10)
            second.drag(down: line / 10)
        }
        _ = panel.nextFrame(after: .milliseconds(200))
        first.lift()
        second.lift()
        settle()
        #expect(picker.time == time(2, 0, 58))
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a second finger on a wheel changes nothing`() {
        let first = touch(.hours).drag(up: line * 1.18)
        touch(.hours, line: 1).drag(up: line * 3).lift()
        #expect(picker.time == time(1, 0))
        first.lift()
    }

    @Test func `a thrown wheel runs on and stops at the line that it reported`() {
        touch(.seconds).drag(up: line * 2).lift()
        let told = picker.time
        #expect(told > time(0, 0, 2) && told <= time(0, 0, 15))
        _ = listener.read()
        settle()
        #expect(picker.time == told)
        #expect(listener.readChangeCount() == 0, "frames tell nothing")
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a finger that rests before it lifts does not throw the wheel`() {
        let finger = touch(.minutes).drag(up: line * 2.18)
        _ = panel.nextFrame(after: .milliseconds(300))
        finger.lift()
        #expect(picker.time == time(0, 2))
    }

    @Test func `a tap above or below the middle turns the wheel to its line`() {
        touch(.minutes, line: 1).lift()
        #expect(picker.time == time(0, 1))
        settle()
        touch(.minutes, line: 2).lift()
        settle()
        #expect(picker.time == time(0, 3))
        touch(.minutes, line: -1).lift()
        #expect(picker.time == time(0, 2))
        touch(.seconds).lift()
        #expect(picker.time == time(0, 2))
        #expect(listener.readChangeCount() == 3)
    }

    @Test func `touching turns no wheel, and neither does a small slip`() {
        for name in [WheelName.hours, .minutes, .seconds] {
            touch(name).drag(down: line * 0.1, right: 3).lift()
        }
        #expect(picker.time == .zero && listener.readChangeCount() == 0)
    }

    // MARK: Actions

    @Test func `a wheel reports each line that passes, or one change at release`() {
        let finger = touch(.seconds).drag(up: line * 3.18)
        #expect(listener.readChangeCount() == 3)
        _ = panel.nextFrame(after: .milliseconds(200))
        finger.lift()
        #expect(listener.readChangeCount() == 0)
        picker.isContinuous = false
        turn(.seconds, by: 3)
        #expect(listener.readChangeCount() == 1)
        #expect(picker.time == time(0, 0, 6))
    }

    @Test func `a cancelled finger keeps the time that it reached, or reverts it`() {
        touch(.seconds).drag(up: line * 2.18).cancel()
        #expect(picker.time == time(0, 0, 2))
        settle()
        picker.revertsOnCancel = true
        touch(.seconds).drag(up: line * 4.18).cancel()
        #expect(picker.time == time(0, 0, 2))
        settle()
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a cancelled finger takes back its own wheel and no other`() {
        picker.revertsOnCancel = true
        let hours = touch(.hours).drag(up: line * 1.18)
        let seconds = touch(.seconds).drag(up: line * 2.18)
        panel.wait(.milliseconds(200))
        hours.lift()
        seconds.cancel()
        #expect(picker.time == time(1, 0, 0))
        settle()
        let minutes = touch(.minutes).drag(up: line * 3.18)
        let held = touch(.hours)
        minutes.cancel()
        #expect(picker.time == time(1, 0, 0))
        held.lift()
        settle()
        #expect(panel.missedPixels.isEmpty)
    }

    // MARK: Modes and bounds

    @Test func `a day has hours and minutes, and a countdown has 99 hours`() {
        picker.time = time(12, 34, 56)
        picker.datePickerMode = .time
        #expect(picker.time == time(12, 35))
        picker.datePickerMode = .countDownTimer
        picker.time = time(99, 59, 59)
        #expect(picker.time == time(99, 59, 59))
        picker.time = time(120, 0)
        #expect(picker.time == time(99, 59, 59))
        picker.datePickerMode = .timeWithSeconds
        #expect(picker.time == time(23, 59, 59))
    }

    @Test func `a minute or second interval leaves fewer lines on the wheel`() {
        picker.minuteInterval = 15
        picker.secondInterval = 20
        turn(.minutes, by: 1)
        turn(.seconds, by: -1)
        #expect(picker.time == time(0, 15, 40))
        picker.minuteInterval = 7
        #expect(picker.minuteInterval == 15)
        picker.time = time(1, 8, 0)
        #expect(picker.time == time(1, 15))
    }

    @Test func `a wheel turned past a bound returns to it`() {
        picker.maximumTime = time(0, 0, 5)
        turn(.seconds, by: 9)
        #expect(picker.time == time(0, 0, 5))
        picker.minimumTime = time(0, 0, 5)
        turn(.minutes, by: 5)
        #expect(picker.time == time(0, 0, 5))
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `a bound that passes the other one moves it along`() {
        picker.minimumTime = time(5, 0)
        picker.maximumTime = time(3, 0)
        #expect(picker.minimumTime == time(3, 0) && picker.time == time(3, 0))
        picker.minimumTime = time(4, 0)
        #expect(picker.maximumTime == time(4, 0) && picker.time == time(4, 0))
    }

    @Test func `the grid finds the nearest time between two bounds`() {
        let grid = TimeGrid(hourCount: 24, minuteInterval: 15, secondInterval: 60)
        #expect(grid.floor(3599) == 2700 && grid.ceiling(2701) == 3600)
        #expect(grid.nearest(to: 1000, from: 1000, to: 2000) == 1800)
        #expect(grid.nearest(to: 0, from: 1000, to: 1100) == 900)
        #expect(grid.nearest(to: 1 << 40, from: 0, to: 1 << 40) == grid.last)
        for seconds in stride(from: 0, to: 86400, by: 7) {
            #expect(grid.floor(seconds) <= seconds && seconds - grid.floor(seconds) < 900)
            #expect(seconds > grid.last || grid.ceiling(seconds) >= seconds)
        }
    }

    // MARK: Drawing

    @Test func `a time set by a program is animated, and the wheel takes the shorter direction`() {
        picker.time = time(0, 0, 58)
        _ = panel.nextFrame()
        picker.setTime(time(0, 0, 2), animated: true)
        #expect(picker.time == time(0, 0, 2))
        var frameCount = 0
        while window.needsFrame, frameCount < 200 {
            let damage = panel.nextFrame()
            #expect(damage.isEmpty || damage.extents.minX > 200, "the last wheel alone")
            frameCount += 1
        }
        #expect((10...90).contains(frameCount), "\(frameCount)")
        #expect(panel.missedPixels.isEmpty)
    }

    @Test func `setting a property to its current value redraws nothing`() {
        picker.time = .zero
        picker.theme = picker.theme
        picker.font = picker.font
        picker.datePickerMode = .timeWithSeconds
        picker.minuteInterval = 1
        picker.maximumTime = picker.maximumTime
        #expect(panel.nextFrame().isEmpty)
    }

    @Test func `every change of appearance is drawn`() {
        let changes: [(DatePicker) -> Void] = [
            { $0.isEnabled = false }, { $0.theme.text = .red }, { $0.font = nil },
            { $0.datePickerMode = .time }, { $0.isEnabled = true },
        ]
        for (index, change) in changes.enumerated() {
            change(picker)
            #expect(!panel.nextFrame().isEmpty, "\(index)")
            #expect(panel.missedPixels.isEmpty, "\(index)")
        }
    }
}
