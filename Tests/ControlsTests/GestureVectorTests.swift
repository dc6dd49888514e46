import Drawing
import Foundation
import TestVectors
import Testing

@testable import Controls

private struct Frame: Decodable {
    /// What becomes of a contact, or of the control: `disable`, `enable`.
    let phase: String
    let id: Int?
    let x, y: Double?
}

private struct Fired: Decodable, Equatable {
    let name: String
    let value: Double

    init(name: String, value: Double) {
        self.name = name
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        name = try list.decode(String.self)
        value = try list.decode(Double.self)
    }

    func isSame(as other: Fired) -> Bool { name == other.name && abs(value - other.value) < 1e-6 }
}

extension [Fired] {
    /// What was fired, without the change that is part of a touch-down: a finger that lands in an
    /// absolute mode takes the value along, and `began` has the new one already.
    ///
    /// - Parameter value: the value before the frame.
    fileprivate func joiningTouchDown(from value: Double) -> [Fired] {
        var joined: [Fired] = []
        for one in self {
            if one.name == "changed", let last = joined.last, last.name == "began",
                abs(last.value - one.value) < 1e-6, abs(one.value - value) > 1e-6
            {
                continue
            }
            joined.append(one)
        }
        return joined
    }
}

extension [Frame] {
    /// The frame's events in the order in which a report is handled: who ends, who moves, who
    /// begins, the lowest number first. What is done to the control stays where it is.
    fileprivate var inOrder: [Frame] {
        let ranks = ["ended": 0, "cancelled": 0, "moved": 1, "began": 2]
        var ordered: [Frame] = []
        var waiting: [Frame] = []
        func flush() {
            for rank in 0...2 {
                let now = waiting.filter { ranks[$0.phase] == rank }
                ordered += rank == 2 ? now.sorted { ($0.id ?? 0) < ($1.id ?? 0) } : now
            }
            waiting = []
        }
        for event in self {
            if ranks[event.phase] != nil {
                waiting.append(event)
            } else {
                flush()
                ordered.append(event)
            }
        }
        flush()
        return ordered
    }
}

/// What a control does, as far as it tells.
private func expect(
    _ control: Control, isIn state: String, with fired: [Fired], _ place: Testing.Comment
) {
    let names = Set(fired.map(\.name))
    switch state {
    case "possible": #expect(!control.isTracking, place)
    case "began":
        #expect(control.isTracking, place)
        #expect(names.contains("began") || !names.contains("changed"), place)
    case "changed":
        #expect(control.isTracking, place)
        #expect(!names.contains("began"), place)
    default: Issue.record("unknown state \(state): \(place)")
    }
}

/// Collects what a control tells its targets, in the words of the vectors, until it is asked.
private func listen(to control: Control, value: @escaping () -> Double) -> () -> [Fired] {
    final class Log { var fired: [Fired] = [] }
    let log = Log()
    control.addAction(for: .touchDown) { _, _ in
        log.fired.append(Fired(name: "began", value: value()))
    }
    control.addAction(for: .valueChanged) { _, _ in
        log.fired.append(Fired(name: "changed", value: value()))
    }
    control.addAction(for: .touchUp) { _, _ in
        log.fired.append(Fired(name: "ended", value: value()))
    }
    control.addAction(for: .touchCancel) { _, _ in
        log.fired.append(Fired(name: "cancelled", value: value()))
    }
    return {
        defer { log.fired = [] }
        return log.fired
    }
}

/// The finger that last began to move a control.
private final class Owner {
    private(set) var number: Int?

    init(of control: Control) {
        control.addAction(for: .touchDown) { [weak self] _, touch in
            self?.number = touch?.slot
        }
    }
}

extension Window {
    fileprivate func play(_ frame: Frame, on control: Control, at time: Duration) throws {
        if frame.phase.hasPrefix("disable") {
            control.isEnabled = false
            return
        }
        if frame.phase.hasPrefix("enable") {
            control.isEnabled = true
            return
        }
        let number = try #require(frame.id)
        // A touch tells its slot, so that is how a finger is known again.
        let contact = Contact(device: 0, number: number, slot: number)
        let phase: ContactPhase? =
            switch frame.phase {
            case "began": .began
            case "moved": .moved
            case "ended": .ended
            case "cancelled": .cancelled(.palm)
            default: nil
            }
        handleTouch(
            try #require(phase, "unknown phase \(frame.phase)"), contact,
            at: Point(x: frame.x ?? 0, y: frame.y ?? 0), time: time)
    }
}

/// A knob of 200 by 200 pixels for fingers, whatever its dead zone is.
///
/// The dead zone goes by the size of a knob, between 5 pixels and half its radius. So the knob is
/// as large as gives the vectors' one, and fingers find it as if it were not.
private final class VectorKnob: Knob {
    init(around center: Point, deadRadius: Double) {
        let radius = deadRadius < 5 ? 2 * deadRadius : max(100, 2 * deadRadius)
        super.init(
            frame: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)))
        if deadRadius >= 5 { deadZoneShare = deadRadius / radius }
    }

    override func point(inside point: Point) -> Bool {
        let middle = bounds.center
        return max(abs(point.x - middle.x), abs(point.y - middle.y)) <= 100
    }
}

extension Slider.TouchMode {
    /// The mode by any of the names it goes by.
    fileprivate init?(style: String) {
        switch style {
        case "relative": self = .relative
        case "absolute", "snap", "jump": self = .absolute
        case "handle", "thumb", "knob": self = .handle
        default: return nil
        }
    }
}

@Suite struct GestureVectorTests {
    private struct KnobVectors: Decodable {
        struct Case: Decodable {
            struct Config: UnderstoodKeys {
                enum CodingKeys: String, CodingKey, CaseIterable {
                    case initialValue, slop, deadRadius, startAngle, endAngle, center, mode
                    case revertOnCancel, gain, turns, minimumValue, maximumValue
                }

                static let understood = Set(CodingKeys.allCases.map(\.rawValue))

                let initialValue, startAngle, endAngle: Double
                let center: [Double]
                let mode: String
                let slop, deadRadius, gain, turns, minimumValue, maximumValue: Double?
                let revertOnCancel: Bool?
            }
            struct Expected: Decodable {
                let state: String
                let owner: Int?
                let ignored: [Int]
                let actions: [Fired]
                let value: Double
            }
            let name, why: String
            let config: Understood<Config>
            let frames: [[Frame]]
            let expected: [Expected]
        }
        let cases: [Case]
    }

    @Test func `a knob follows its first finger and no other`() throws {
        let vectors: KnobVectors = try TestFiles.vector("gesture_vectors.json")
        #expect(!vectors.cases.isEmpty)
        for test in vectors.cases {
            let window = Window(size: Size(width: 1000, height: 1000))
            let config = test.config.content
            #expect(test.config.unknown == [], "\(test.name)")
            let knob = VectorKnob(
                around: Point(x: config.center[0], y: config.center[1]),
                deadRadius: config.deadRadius ?? 0)
            window.pixelsPerMillimetre = 1
            window.addSubview(knob)
            knob.minimumValue = config.minimumValue ?? 0
            knob.maximumValue = config.maximumValue ?? 1
            knob.turns = config.turns
            knob.sensitivity = config.gain ?? 1
            knob.startAngle = .radians(config.startAngle)
            knob.endAngle = .radians(config.endAngle)
            knob.mode = try #require(RotaryDrag.Mode(rawValue: config.mode))
            knob.touchSlop = config.slop ?? 0
            knob.revertsOnCancel = config.revertOnCancel ?? false
            knob.setValue(config.initialValue)
            let owner = Owner(of: knob)
            let fired = listen(to: knob) { knob.value }
            for (index, frame) in test.frames.enumerated() {
                let before = knob.value
                for event in frame.inOrder {
                    try window.play(event, on: knob, at: .milliseconds(index * 8))
                }
                let expected = test.expected[index]
                let now = fired().joiningTouchDown(from: before)
                let actions = expected.actions.joiningTouchDown(from: before)
                let place: Testing.Comment = "\(test.name) (\(test.why)), frame \(index): \(now)"
                #expect(now.count == actions.count, place)
                for (one, other) in zip(now, actions) {
                    #expect(one.isSame(as: other), place)
                }
                #expect(abs(knob.value - expected.value) < 1e-6, place)
                expect(knob, isIn: expected.state, with: now, place)
                #expect(knob.isTouched == (expected.owner != nil), place)
                if knob.isTracking { #expect(owner.number == expected.owner, place) }
                #expect(knob.hasSecondFinger == !expected.ignored.isEmpty, place)
            }
        }
    }

    private struct SliderVectors: Decodable {
        struct Case: Decodable {
            struct Config: UnderstoodKeys {
                enum CodingKeys: String, CodingKey, CaseIterable {
                    case initialValue, top, bottom, style, fineZones, slop, revertOnCancel
                    case handle, handleRadius, minimumValue, maximumValue
                }

                static let understood = Set(CodingKeys.allCases.map(\.rawValue))

                let initialValue, top, bottom: Double
                let style: String?
                let fineZones, revertOnCancel: Bool?
                let slop, handle, handleRadius, minimumValue, maximumValue: Double?
            }
            struct Expected: Decodable {
                let tracking: Bool
                let owner: Int?
                let ignored: [Int]?
                let actions: [Fired]
                let value: Double
            }
            let name, why: String
            let config: Understood<Config>
            let frames: [[Frame]]
            let expected: [Expected]
        }
        let cases: [Case]
    }

    @Test func `a fader follows its first finger without a jump`() throws {
        let vectors: SliderVectors = try TestFiles.vector("slider_vectors.json")
        #expect(!vectors.cases.isEmpty)
        for test in vectors.cases {
            let config = test.config.content
            #expect(test.config.unknown == [], "\(test.name)")
            let window = Window(size: Size(width: 1000, height: 1000))
            let slider = Slider(frame: .zero, isVertical: true)
            // The thumb's centre runs from the vectors' bottom to their top.
            slider.frame = Rect(x: 0, y: 0, width: 40, height: 400)
            let thumb = slider.thumbSize.height
            slider.frame = Rect(
                x: 0, y: config.top - thumb / 2, width: 40,
                height: config.bottom - config.top + thumb)
            let offset = config.top - slider.frame.minY
            window.addSubview(slider)
            slider.frame = slider.frame.offsetBy(dx: 0, dy: offset)
            slider.touchMode = try #require(
                Slider.TouchMode(style: config.style ?? "relative"))
            if let radius = config.handle ?? config.handleRadius {
                slider.handleReach = radius - thumb / 2
            }
            slider.fineControl = config.fineZones == true ? .zones : .none
            slider.touchSlop = config.slop ?? 0
            slider.revertsOnCancel = config.revertOnCancel ?? false
            slider.minimumValue = config.minimumValue ?? 0
            slider.maximumValue = config.maximumValue ?? 1
            slider.value = config.initialValue
            let owner = Owner(of: slider)
            let fired = listen(to: slider) { slider.value }
            for (index, frame) in test.frames.enumerated() {
                let before = slider.value
                for event in frame.inOrder {
                    let shifted = Frame(
                        phase: event.phase, id: event.id, x: event.x, y: event.y.map { $0 + offset }
                    )
                    try window.play(shifted, on: slider, at: .milliseconds(index * 8))
                }
                let expected = test.expected[index]
                let now = fired().joiningTouchDown(from: before)
                let actions = expected.actions.joiningTouchDown(from: before)
                let place: Testing.Comment = "\(test.name) (\(test.why)), frame \(index): \(now)"
                #expect(now.count == actions.count, place)
                for (one, other) in zip(now, actions) {
                    #expect(one.isSame(as: other), place)
                }
                #expect(abs(slider.value - expected.value) < 1e-6, place)
                #expect(slider.isTracking == expected.tracking, place)
                guard let ignored = expected.ignored else { continue }
                // Whether a finger beside the thumb is one that is ignored is a matter of words.
                if slider.touchMode == .handle, expected.owner == nil { continue }
                #expect(slider.hasSecondFinger == !ignored.isEmpty, place)
                #expect(slider.isTracking == (expected.owner != nil), place)
                if slider.isTracking { #expect(owner.number == expected.owner, place) }
            }
        }
    }
}
