import Controls
import Drawing
import Evdev
import EventLoop
import Fingers
import Panel
import Testing
import TouchEvents

@testable import GlassfaderDaemon

extension SettingTrial {
    /// What fingers do on touchscreens of several kinds, which are read as the panel file says.
    static let touches = SettingTrial { file, _ in
        let loop = try EventLoop(clock: VirtualClock())
        let window = Window(size: Size(width: 1000, height: 600))
        let glass = TouchNotingView(frame: Rect(x: -500, y: -500, width: 2000, height: 2000))
        window.addSubview(glass)
        let selection = DeviceSelection(file.input, seat: file.display.seat)
        var news: [String] = []
        let journal = Journal()
        let touchscreens = Touchscreens(
            touching: window, selection: selection, loop: loop, log: journal.write)
        let picture = TouchedPicture(
            size: window.bounds.size, rotation: 0, given: nil,
            display: Size(width: 200, height: 120))
        try touchscreens.resize(to: picture, on: "HDMI-A-1")
        var isOver = false
        touchscreens.onEndOfRecording = { isOver = true }
        let ours = TriedTouchscreen.all.filter {
            selection.accepts($0.node)
                && selection.touches(.connector("HDMI-A-1"), with: $0.node)
        }
        for touchscreen in ours {
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
                        source, name: node.path, description, udevCalibration: node.calibration)
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

    /// One of slots, one of a single finger, one whose x runs the wrong way, and one that udev
    /// takes for something else.
    static let all: [TriedTouchscreen] = {
        do {
            return [
                try TriedTouchscreen(
                    "Plate", .slots, at: "platform-a", model: 1, fingers: TriedFingers.busy),
                try TriedTouchscreen(
                    "Point", .single, at: "platform-b", model: 2, calibration: "-1 0 1 0 1 0",
                    fingers: TriedFingers.single),
                try TriedTouchscreen(
                    "Mirror", .mirrored, at: "platform-c", model: 3, fingers: TriedFingers.single),
                try TriedTouchscreen(
                    "Tablet", .slots, at: "platform-d", model: 4, isTouchscreen: false,
                    fingers: TriedFingers.tap),
            ]
        } catch {
            Issue.record(error)
            return []
        }
    }()

    private enum Kind {
        case slots
        case single
        case mirrored

        var device: DeviceDescription {
            var device: DeviceDescription
            switch self {
            case .slots:
                // 200 by 120 mm.
                device = .slots(5, width: 2000, height: 1200, resolution: 10)
                device.axes[EventCode.major.code] = Axis(
                    minimum: 0, maximum: 2000, resolution: 10)
            case .single, .mirrored:
                device = .singleTouch(width: 1000, height: 1000)
                device.axes[EventCode.pressure.code] = Axis(minimum: 0, maximum: 255)
            }
            switch self {
            case .slots: break
            case .single:
                for code in [EventCode.z, .rx] {
                    device.axes[code.code] = Axis(minimum: 0, maximum: 999)
                }
            case .mirrored:
                device.axes[EventCode.x.code] = Axis(minimum: 999, maximum: 0)
            }
            device.keys.insert(EventCode.left.code)
            return device
        }
    }

    private init(
        _ name: String, _ kind: Kind, at port: String, model: UInt16, isTouchscreen: Bool = true,
        calibration: String? = nil, fingers: TouchScript
    ) throws {
        var node = TouchscreenNode(path: "/nowhere/event\(model)")
        node.name = name
        node.vendor = 0x0eef
        node.product = model
        node.pluggedInto = port
        node.isTouchscreen = isTouchscreen
        node.calibration = calibration
        self.node = node
        var device = kind.device
        device.name = name
        device.identity.vendor = node.vendor
        device.identity.product = node.product
        recording = try fingers.recording(on: device)
    }
}
