import Drawing
import Fingers
import Foundation
import Testing

@testable import Controls

@Suite(.enabled(if: FileManager.default.fileExists(atPath: Font.defaultPath)))
struct ValuePopupTests {
    private let window = Window(size: Size(width: 400, height: 400))
    private let fader = Slider(frame: Rect(x: 20, y: 100, width: 60, height: 280), isVertical: true)
    private let panel: Glass

    init() throws {
        fader.font = try FontCollection().font(size: 20)
        fader.valueFormat = ValueFormat(decimals: 2)
        fader.showsPopup = true
        window.backgroundColor = .black
        window.addSubview(fader)
        panel = Glass(window)
    }

    private var popups: [ValuePopup] { window.subviews.compactMap { $0 as? ValuePopup } }
    private var texts: [String] {
        window.layoutIfNeeded()
        return popups.flatMap(\.subviews).compactMap { ($0 as? Label)?.text }
    }
    private var way: Double { fader.travel.length }

    @Test func `the value popup is 15 mm above the finger and follows it`() throws {
        let finger = panel.touch(fader)
        #expect(texts == ["0.00"])
        let popup = try #require(popups.first)
        let offset = 15 * Window.defaultPixelsPerMillimetre
        #expect(abs(popup.frame.maxY - (finger.point.y - offset)) <= 1)
        #expect(abs(popup.frame.midX - finger.point.x) <= 1)
        _ = panel.nextFrame()
        finger.drag(up: way / 2)
        #expect(texts == ["0.50"])
        #expect(abs(popup.frame.maxY - (finger.point.y - offset)) <= 1)
        _ = panel.nextFrame()
        #expect(panel.missedPixels.isEmpty)
        fader.value = 0.25
        #expect(texts == ["0.25"], "whoever changed it")
        finger.lift()
    }

    @Test func `the value popup stays for a second, with no wakeup before`() throws {
        let finger = panel.touch(fader).drag(up: 20)
        #expect(window.nextDeadline == nil, "a finger that rests wakes nobody")
        finger.lift()
        let deadline = try #require(window.nextDeadline)
        #expect(deadline == panel.now + .seconds(1))
        _ = panel.nextFrame()
        #expect(!window.needsFrame)
        window.advance(to: deadline - .milliseconds(1))
        #expect(popups.count == 1)
        window.advance(to: deadline)
        #expect(popups.isEmpty)
        #expect(window.nextDeadline == nil)
        #expect(!panel.nextFrame().isEmpty)
        #expect(panel.missedPixels.isEmpty)
        #expect(!window.needsFrame)
    }

    @Test func `each touch has its own value popup, and a cancelled touch removes its popup`() {
        panel.touch(fader).drag(up: 20).lift()
        let finger = panel.touch(fader)
        #expect(popups.count == 1)
        finger.cancel()
        #expect(window.nextDeadline != nil)
        fader.showsPopup = false
        panel.touch(fader).lift()
        #expect(popups.count == 1)
    }

    @Test func `near the window edges the value popup stays inside and beside the finger`() throws {
        fader.frame = Rect(x: 0, y: 0, width: 60, height: 380)
        let finger = panel.touch(fader, at: Point(x: 5, y: 10))
        let popup = try #require(popups.first)
        #expect(window.bounds.contains(popup.frame))
        #expect(!popup.frame.contains(finger.point))
        finger.lift()
    }

    @Test func `each finger on a range shows the value of its thumb`() {
        let range = RangeSlider(frame: Rect(x: 100, y: 300, width: 280, height: 40))
        range.font = fader.font
        range.valueFormat = fader.valueFormat
        range.showsPopup = true
        window.addSubview(range)
        let low = panel.touch(range, .lower)
        let high = panel.touch(range, .upper)
        #expect(texts == ["0.20", "0.80"])
        low.lift()
        high.lift()
        panel.touch(range, .both).lift()
        #expect(texts.contains("0.20 … 0.80"))
    }

    @Test func `the value popup of a control that is removed while held disappears on time`() throws
    {
        let finger = panel.touch(fader).drag(up: 20)
        fader.removeFromSuperview()
        finger.lift()
        window.advance(to: try #require(window.nextDeadline))
        #expect(popups.isEmpty)
    }
}
