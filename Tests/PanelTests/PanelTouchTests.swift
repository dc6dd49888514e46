import Controls
import Drawing
import Fingers
import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// The desk of Config/mixer.toml under fingers and clients.
@Suite(
    .enabled(
        if: FileManager.default.fileExists(atPath: Font.defaultPath),
        "fonts-inter is not installed"))
struct PanelTouchTests {
    private let panel: Panel
    private let glass: Glass

    private init() throws {
        let file = PanelFile(
            text: try TestFiles.text("Config/mixer.toml"), name: "mixer.toml")
        panel = try Panel(
            try #require(file.panel), width: 1280, height: 800, fonts: FontCollection())
        glass = Glass(panel.window)
    }

    private func control(_ id: String) throws -> PanelControl {
        try #require(panel[id], "\(id)")
    }

    private func view<V: View>(_ id: String, as type: V.Type = V.self) throws -> V {
        try #require(control(id).view as? V, "\(id)")
    }

    private func number(_ id: String) throws -> Double {
        try #require(control(id).state?.value.number, "\(id)")
    }

    /// The texts that are seen.
    private func seenTexts(_ view: View) -> [String] {
        guard !view.isHidden else { return [] }
        let own = (view as? Label).map { [$0.text] } ?? view.shownTexts.map(\.text)
        return own + view.subviews.flatMap(seenTexts)
    }

    @Test(arguments: [(true, ["Gain", "0.5"]), (false, [])])
    func `a control that is not visible leaves no text behind`(
        isVisible: Bool, expected: [String]
    ) throws {
        let description = try PanelTests.panel(
            of: "{ id = \"g\", type = \"knob\", label = \"Gain\", step = 0.1, default = 0.5, "
                + "visible = \(isVisible) }")
        let panel = try Panel(description, width: 800, height: 480, fonts: FontCollection())
        #expect(seenTexts(panel.window).filter { $0 != "s" } == expected)
    }

    /// Writes down what fingers do: control, phase, part and, of one value, the value.
    private final class Log {
        var lines: [String] = []
        var gestures: [Int] = []

        init(of panel: Panel) {
            panel.onValueChanged = { [unowned self] event in
                guard case .touch = event.source else { return }
                let words = [
                    event.control, event.phase.rawValue, event.part, event.reason?.rawValue,
                ]
                lines.append(words.compactMap(\.self).joined(separator: " "))
                if let gesture = event.gesture { gestures.append(Int(gesture)) }
            }
        }

        /// The lines since the last reading; those that repeat the line before are left out.
        func read() -> [String] {
            defer { lines = [] }
            return lines.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
    }

    // MARK: The panel as it starts

    @Test func `every control starts at the value of the panel file`() throws {
        #expect(try number("ch1.level") == -10)
        #expect(try number("ch2.level") == 0)
        #expect(try number("master.level") == 0)
        #expect(try number("ch4.pan") == 0)
        #expect(try number("ch3.ratio") == 2)
        #expect(try control("ch5.gate").state?.value == .range(low: -48, high: -24))
        #expect(try view("ch1.value", as: Label.self).text == "-10.0 dB")
        #expect(try view("ch2.value", as: Label.self).text == "0.0 dB")
    }

    @Test func `a strip has the same layout as before`() {
        let lines = panel.controls.filter { $0.id.hasPrefix("ch2.") }.map { control in
            let info = control.info
            let frame = (info.frame ?? []).map { String(Int($0)) }.joined(separator: " ")
            return "\(info.page ?? "-") \(control.id) \(info.type) \(info.access.rawValue) "
                + "[\(frame)] \(info.state?.text ?? "-")"
        }
        #expect(
            lines == [
                "main ch2.pan knob rw [154 142 121 121] C",
                "main ch2.level slider rw [154 304 121 381] 0.0 dB",
                "main ch2.value label r [154 693 121 33] -",
                "main ch2.mute switch rw [154 734 121 53] off",
                "dyn ch2.gate range rw [172 142 66 264] -48.0 dB … -24.0 dB",
                "dyn ch2.comp range rw [246 142 66 264] -30.0 dB … -6.0 dB",
                "dyn ch2.ratio knob rw [172 447 140 140] 2.0",
                "dyn ch2.mode segmented rw [172 628 141 158] off",
            ])
    }

    @Test func `every control reports its frame, inside the window`() throws {
        let window = Rect(x: 0, y: 0, width: 1280, height: 800)
        for control in panel.controls {
            let frame = try #require(control.info.frame)
            let rect = Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
            #expect(window.contains(rect), "\(control.id)")
        }
        #expect(Set(panel.controls.compactMap(\.info.page)) == ["main", "dyn"])
        #expect(Set(panel.controls.map(\.id)).count == panel.controls.count)
    }

    @Test func `a client gets all it needs for its own copy of a control`() throws {
        let level = try control("ch2.level").info
        #expect(level.type == "slider" && level.access == .readWrite && level.page == "main")
        #expect(level.unit == "dB" && level.taper == "x32" && level.step == 0.1)
        #expect(level.minimum == -90 && level.maximum == 10 && level.minimumIsOff == true)
        #expect(level.detents == [0] && level.defaultValue == .number(0))
        #expect(level.settings == [.init("orientation", .text("vertical"))])
        #expect(level.state?.norm == .number(0.75) && level.state?.gain == 1)
        #expect(level.accessibility?.traits == ["adjustable"])
        #expect(level.label == "Ch 2" && level.accessibility?.label == "Ch 2")
        let pan = try control("ch2.pan").info
        #expect(pan.label == "Pan" && pan.accessibility?.label == "Ch 2 Pan")
        let gate = try control("ch2.gate").info
        #expect(
            gate.parts == ["low", "high"] && gate.settings.contains(.init("min_gap", .number(6))))
        #expect(gate.defaultValue == .range(low: -48, high: -24))
        let label = try control("ch2.value").info
        #expect(label.type == "label" && label.access == .readOnly && label.state == nil)
        #expect(label.shows == "ch2.level" && label.text == "0.0 dB")
    }

    // MARK: Fingers

    @Test func `two faders and a knob move at the same time, with their labels`() throws {
        let first: Slider = try view("ch2.level")
        let second: Slider = try view("ch3.level")
        let pan: Knob = try view("ch4.pan")
        let fingers = [glass.touch(first), glass.touch(second), glass.touch(pan)]
        for _ in 0..<20 {
            fingers[0].drag(down: 6)
            fingers[1].drag(up: 2)
            fingers[2].turn(.degrees(-3))
            #expect(!glass.nextFrame().isEmpty)
        }
        for finger in fingers { finger.lift() }
        _ = glass.nextFrame()
        #expect(try number("ch2.level") < -5)
        #expect(try number("ch3.level") > 3)
        #expect(try number("ch4.pan") < -30)
        for id in ["ch2", "ch3"] {
            let label: Label = try view("\(id).value")
            #expect(label.text == (try control("\(id).level").valueText))
            #expect(label.text != "0.0 dB")
        }
        #expect(try control("ch4.pan").valueText.hasPrefix("L"))
        #expect(try number("ch5.level") == 0)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a gesture is reported from its beginning to its end`() throws {
        let log = Log(of: panel)
        glass.touch(try view("ch2.level", as: Slider.self)).drag(up: 20).lift()
        #expect(log.read() == ["ch2.level began", "ch2.level changed", "ch2.level ended"])
        #expect(Set(log.gestures).count == 1)
        glass.touch(try view("ch3.level", as: Slider.self)).lift()
        #expect(log.read() == ["ch3.level began", "ch3.level ended"])
        #expect(Set(log.gestures).count == 2)
    }

    @Test func `a range reports which part moved, from the beginning to the end`() throws {
        panel.show(page: "dyn")
        let log = Log(of: panel)
        let gate: RangeSlider = try view("ch2.gate")
        glass.touch(gate, .upper).drag(up: 10).lift()
        #expect(
            log.read() == ["ch2.gate began high", "ch2.gate changed high", "ch2.gate ended high"])
        glass.touch(gate, .lower).drag(down: 10).lift()
        #expect(log.read() == ["ch2.gate began low", "ch2.gate changed low", "ch2.gate ended low"])
        glass.touch(gate, .both).drag(up: 10).lift()
        #expect(log.read() == ["ch2.gate began", "ch2.gate changed", "ch2.gate ended"])
    }

    @Test func `two fingers on a range are two gestures`() throws {
        panel.show(page: "dyn")
        let log = Log(of: panel)
        glass.pinch(try view("ch2.gate", as: RangeSlider.self), by: 10)
        let lines = log.read()
        #expect(lines.prefix(2) == ["ch2.gate began low", "ch2.gate began high"])
        #expect(lines.suffix(2) == ["ch2.gate ended low", "ch2.gate ended high"])
        #expect(Set(log.gestures).count == 2)
    }

    @Test func `a cancelled touch ends its gesture with a reason`() throws {
        let log = Log(of: panel)
        glass.touch(try view("ch2.level", as: Slider.self)).drag(up: 20).cancel(.deviceLost)
        #expect(
            log.read() == [
                "ch2.level began", "ch2.level changed", "ch2.level cancelled device-lost",
            ])
        #expect(try number("ch2.level") > 0)
    }

    @Test func `a finger on a label or between the controls does nothing`() throws {
        let log = Log(of: panel)
        glass.touch(try view("ch2.value", as: Label.self)).drag(up: 200).lift()
        glass.touch(at: Point(x: 1, y: 1)).drag(right: 600).lift()
        #expect(log.read() == [])
    }

    // MARK: Clients

    @Test func `a client sets a value or a position, or changes either by a delta`() throws {
        let level = try control("ch2.level")
        let label: Label = try view("ch2.value")
        #expect(try level.apply(.value(.number(-6))).state.value == .number(-6))
        #expect(label.text == "-6.0 dB")
        #expect(try level.apply(.norm(.number(0.5))).state.value == .number(-10))
        #expect(try level.apply(.delta(.number(3.04))).state.value == .number(-7))
        let result = try level.apply(.deltaNorm(.number(1)))
        #expect(result.state.value == .number(10) && result.isApplied)
        #expect(label.text == "10.0 dB")
    }

    @Test func `a client's value is rounded to the step and kept within the range`() throws {
        let level = try control("ch2.level")
        #expect(try level.apply(.value(.number(-3.14))).state.value == .number(-3.1))
        #expect(try level.apply(.value(.number(1e9))).state.value == .number(10))
        let silent = try level.apply(.norm(.number(-2))).state
        #expect(silent.value == .number(-90) && silent.gain == 0 && silent.text == "-∞ dB")
    }

    @Test func `a client sets the parts of a range, together or one alone`() throws {
        let gate = try control("ch2.gate")
        let low = try gate.apply(.value(.parts([.init("low", -40)])))
        #expect(low.state.value == .range(low: -40, high: -24))
        let both = try gate.apply(.value(.range(low: -50, high: -20)))
        #expect(both.state.value == .range(low: -50, high: -20))
        let stopped = try gate.apply(.delta(.parts([.init("low", 100)])))
        #expect(stopped.state.value == .range(low: -26, high: -20))
        let half = try gate.apply(.norm(.parts([.init("high", 1)])))
        #expect(half.state.value == .range(low: -26, high: 0))
        let moved = try gate.apply(.deltaNorm(.range(low: -0.1, high: -0.1)))
        #expect(moved.state.value == .range(low: -32, high: -6))
    }

    @Test func `a value that a control cannot have is rejected and changes nothing`() throws {
        let rejection = try #require(throws: RequestError.self) {
            try control("ch2.level").apply(.value(.range(low: 0, high: 1)))
        }
        #expect(rejection.code == .badValue && rejection.field == "value")
        #expect(rejection.message == "ch2.level: expected a number in -90...10 dB")
        let other = try #require(throws: RequestError.self) {
            try control("ch2.gate").apply(.norm(.parts([.init("low", 0), .init("middle", 0)])))
        }
        #expect(other.code == .badValue && other.field == "norm")
        #expect(try control("ch2.gate").state?.value == .range(low: -48, high: -24))
        let label = try #require(throws: RequestError.self) {
            try control("ch2.value").apply(.value(.number(1)))
        }
        #expect(label.code == .readOnly)
    }

    @Test func `a touched control keeps its value and reports why`() throws {
        let level = try control("ch2.level")
        let finger = glass.touch(try view("ch2.level", as: Slider.self)).drag(down: 30)
        let value = try number("ch2.level")
        let result = try level.apply(.value(.number(5)))
        #expect(!result.isApplied && result.reason == "touched" && result.state.isTouched)
        #expect(try number("ch2.level") == value)
        finger.lift()
        #expect(try level.apply(.value(.number(5)), at: .seconds(1000)).isApplied)
        #expect(try number("ch2.level") == 5)
    }

    @Test func `changes by clients are not reported as those of a finger`() throws {
        let log = Log(of: panel)
        _ = try control("ch2.level").apply(.value(.number(5)))
        #expect(log.read() == [])
    }

    // MARK: Drawing

    @Test func `a moved fader redraws only its strip`() throws {
        let fader: Slider = try view("ch2.level")
        let frame = fader.frameInWindow
        glass.touch(fader).drag(up: 10).lift()
        let damage = glass.nextFrame()
        #expect(!damage.isEmpty)
        #expect(Double(damage.extents.minX) >= frame.minX - 20)
        #expect(Double(damage.extents.maxX) <= frame.maxX + 20)
        #expect(damage.area < 1280 * 800 / 20)
        #expect(glass.missedPixels.isEmpty)
    }

    @Test func `a new size keeps the values and cancels the touches`() throws {
        let log = Log(of: panel)
        let fader: Slider = try view("ch2.level")
        let finger = glass.touch(fader).drag(down: 40)
        let value = try number("ch2.level")
        let height = fader.bounds.height
        panel.layOut(width: 800, height: 480)
        #expect(
            log.read() == ["ch2.level began", "ch2.level changed", "ch2.level cancelled page"])
        finger.drag(down: 40).lift()
        #expect(try number("ch2.level") == value)
        #expect(fader.bounds.height < height)
        #expect(!glass.nextFrame().isEmpty)
        #expect(glass.picture.width == 800)
        #expect(glass.missedPixels.isEmpty)
        let window = Rect(x: 0, y: 0, width: 800, height: 480)
        for control in panel.controls {
            #expect(window.contains(control.view.frameInWindow), "\(control.id)")
        }
        glass.touch(fader).drag(up: 20).lift()
        #expect(try number("ch2.level") > value)
    }

    @Test func `a panel is freed when it is replaced`() throws {
        weak var gone: Panel?
        do {
            let other = try Panel(
                panel.description, width: 480, height: 320, fonts: FontCollection())
            gone = other
            let fader = try #require(other["ch2.level"]?.view as? Slider)
            Glass(other.window).touch(fader).drag(up: 10).lift()
        }
        #expect(gone == nil)
    }
}

extension PanelControl {
    /// A client asks for something, as a rule before anybody has touched anything.
    fileprivate func apply(
        _ change: SetRequest.Change, at time: Duration = .zero
    ) throws(RequestError) -> SetResult {
        try apply(change, from: .client("c1", name: nil), at: time)
    }
}
