import Controls
import Drawing
import Evdev
import EventLoop
import Fingers
import Panel
import Testing

@testable import GlassfaderDaemon

extension SettingTrial {
    /// What fingers do on touchscreens of several kinds, which are read as the panel file says.
    static let touches = SettingTrial { file, _ in
        let loop = try EventLoop(clock: VirtualClock())
        let window = Window(size: Size(width: 1000, height: 600))
        let glass = TouchNotingView(frame: Rect(x: -500, y: -500, width: 2000, height: 2000))
        window.addSubview(glass)
        let selection = DeviceSelection(file.input)
        var news: [String] = []
        let journal = Journal()
        let touchscreens = Touchscreens(
            touching: window, selection: selection, loop: loop, timeSuspended: { .zero },
            log: journal.write)
        let picture = TouchedPicture(
            size: window.bounds.size, rotation: 0, given: nil,
            display: Size(width: 200, height: 120))
        touchscreens.router.resize(to: picture, on: "HDMI-A-1")
        var isOver = false
        touchscreens.onEndOfRecording = { isOver = true }
        for touchscreen in TriedTouchscreen.all where selection.accepts(touchscreen.node) {
            let node = touchscreen.node
            let start = loop.now
            news.append("on \(node.name)")
            let description = selection.touchscreen(at: node)
            do throws(Rejection) {
                let source = try RecordedTouchscreen(
                    touchscreen.recording, from: start, quirks: TouchscreenQuirks(description))
                isOver = false
                do {
                    try touchscreens.add(
                        source, name: node.path, description, udevCalibration: node.calibration,
                        output: selection.output(of: node))
                    while !isOver { try loop.runOnce(waitingAtMost: .seconds(60)) }
                } catch {
                    Issue.record(error)
                }
                news += glass.readNotes().map { $0.written(since: start) }
            } catch {
                news.append("refused: \(error)")
            }
        }
        return (news + journal.lines).joined(separator: "\n")
    }
}

extension TouchNotingView.Note {
    /// What happened, where, and how many milliseconds after `start`.
    fileprivate func written(since start: Duration) -> String {
        let milliseconds = Int((time - start) / .milliseconds(1))
        return "\(phase) \(point.x.written),\(point.y.written) at \(milliseconds)"
    }
}

extension Double {
    /// With two digits behind the point.
    fileprivate var written: String { "\((self * 100).rounded() / 100)" }
}

/// A touchscreen with a place to be plugged in, and what fingers have done on it.
struct TriedTouchscreen: Sendable {
    let node: TouchscreenNode
    let recording: EvemuRecording

    /// One of slots, one of a single finger, one whose x runs the wrong way, and one that udev takes
    /// for something else.
    static let all: [TriedTouchscreen] = {
        do {
            return [
                try TriedTouchscreen(
                    "Plate", .slots, at: "platform-a", model: 1, fingers: FingerScript.busy),
                try TriedTouchscreen(
                    "Point", .single, at: "platform-b", model: 2, calibration: "-1 0 1 0 1 0",
                    fingers: FingerScript.single),
                try TriedTouchscreen(
                    "Mirror", .mirrored, at: "platform-c", model: 3, fingers: FingerScript.single),
                try TriedTouchscreen(
                    "Tablet", .slots, at: "platform-d", model: 4, isTouchscreen: false,
                    fingers: FingerScript.tap),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    private enum Kind: String {
        /// 200 by 120 mm.
        case slots = """
            A: 2f 0 4 0 0 0
            A: 30 0 2000 0 0 10
            A: 35 0 1999 0 0 10
            A: 36 0 1199 0 0 10
            A: 39 0 65535 0 0 0

            """
        case single = """
            A: 00 0 999 0 0 0
            A: 01 0 999 0 0 0
            A: 02 0 999 0 0 0
            A: 03 0 999 0 0 0
            A: 18 0 255 0 0 0

            """
        case mirrored = """
            A: 00 999 0 0 0 0
            A: 01 0 999 0 0 0
            A: 18 0 255 0 0 0

            """
    }

    private init(
        _ name: String, _ kind: Kind, at port: String, model: UInt16, isTouchscreen: Bool = true,
        calibration: String? = nil, fingers: FingerScript
    ) throws {
        var node = TouchscreenNode(path: "/nowhere/event\(model)")
        node.name = name
        node.vendor = 0x0eef
        node.product = model
        node.pluggedInto = port
        node.isTouchscreen = isTouchscreen
        node.calibration = calibration
        self.node = node
        // BTN_LEFT and BTN_TOUCH.
        let none = "B: 01 00 00 00 00 00 00 00 00\n"
        let keys =
            String(repeating: none, count: 4) + "B: 01 00 00 01 00 00 00 00 00\n"
            + "B: 01 00 04 00 00 00 00 00 00\n"
        recording = try EvemuRecording(
            "N: \(name)\nI: 0003 0eef 000\(model) 0100\n" + keys + kind.rawValue + fingers.text)
    }
}
