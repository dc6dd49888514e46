import Drawing
import Evdev
import Panel
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// A touchscreen of which a test decides every event, with all that follows up to touches. The
/// picture is as large as the device's range, so that a pixel is a unit.
struct FaultyTouchscreen {
    enum Kind {
        /// 2000 by 1200 units of a tenth of a millimetre.
        case slots(Int)
        /// The same, without slots.
        case list
        /// 4096 by 4096 units.
        case single
    }

    private(set) var table: SlotTable
    private(set) var time = Duration.seconds(100)
    private var pipeline: TouchPipeline
    private let axes: (x: Axis, y: Axis)

    init(
        _ kind: Kind, quirks: TouchscreenQuirks = TouchscreenQuirks(),
        state: DeviceState = DeviceState(), recovery: SlotTable.Recovery = .replay,
        jumps: FilterDescription.AfterJump? = nil
    ) throws {
        let device = quirks.corrected(Self.description(kind))
        table = try SlotTable(
            of: device, indicator: quirks.indicator(of: device), axisMap: quirks.axes, state: state,
            recovery: recovery)
        let axes = try #require(device.positionAxes)
        self.axes = axes
        let size = Size(
            width: Double(axes.x.maximum) - Double(axes.x.minimum) + 1,
            height: Double(axes.y.maximum) - Double(axes.y.minimum) + 1)
        let scale = TouchScale(of: axes, .identity, on: TouchedPicture(size: size))
        var filters = FilterDescription.off
        filters.jump = jumps == nil ? nil : 20
        filters.afterJump = jumps ?? .ignore
        pipeline = TouchPipeline(
            axes: axes, width: size.width, height: size.height, scale: scale, filters: filters)
    }

    static func description(_ kind: Kind) -> DeviceDescription {
        switch kind {
        case .slots(let count):
            var device = DeviceDescription.slots(count, width: 2000, height: 1200, resolution: 10)
            device.axes[EventCode.x.code] = Axis(minimum: 0, maximum: 999)
            device.axes[EventCode.y.code] = Axis(minimum: 0, maximum: 599)
            return device
        case .list: return .list(width: 2000, height: 1200, resolution: 10)
        case .single:
            var device = DeviceDescription.singleTouch(width: 4096, height: 4096)
            device.keys.insert(EventCode.left.code)
            for code in [EventCode.z, .rx] {
                device.axes[code.code] = Axis(minimum: 0, maximum: 4095)
            }
            device.axes[EventCode.pressure.code] = Axis(minimum: 0, maximum: 255)
            return device
        }
    }

    /// Sends events and the end of a report, 8 ms after the last one, and says what came of it.
    mutating func report(_ events: (EventCode, Int32)...) -> [String] {
        report(after: .milliseconds(8), events)
    }

    /// The same after another time.
    mutating func report(after interval: Duration, _ events: [(EventCode, Int32)]) -> [String] {
        send(events)
        time += interval
        return table.handle(.report, 0) ? touches() : []
    }

    /// Sends events without the end of a report.
    mutating func send(_ events: [(EventCode, Int32)]) {
        for (code, value) in events {
            let isReport = table.handle(code, value)
            #expect(!isReport)
        }
    }

    mutating func recover(from state: DeviceState) -> [String] {
        table.recover(from: state) ? touches() : []
    }

    mutating func cancel() -> [String] { table.cancelContacts() ? touches() : [] }

    mutating func release() -> [String] { table.releaseContact() ? touches() : [] }

    private mutating func touches() -> [String] {
        pipeline.process(table.contacts, at: time).map { touch in
            let x = Int32(touch.x.rounded()) + axes.x.minimum
            let y = Int32(touch.y.rounded()) + axes.y.minimum
            return "\(touch.phase) \(touch.number) at \(x),\(y)"
        }
    }
}
