import Drawing
import Evdev
import Panel
import Testing

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

    enum Code: UInt16 {
        case x = 0x00
        case y = 0x01
        case z = 0x02
        case rx = 0x03
        case pressure = 0x18
        case slot = 0x2f
        case major = 0x30
        case mtX = 0x35
        case mtY = 0x36
        case tool = 0x37
        case id = 0x39
        case left = 0x110
        case touch = 0x14a
        case end = 0xfffe
        case dropped = 0xffff
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
            of: device, sign: quirks.sign(of: device), axisMap: quirks.axes, state: state,
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
        var device = DeviceDescription()
        device.keys.insert(Code.touch.rawValue)
        switch kind {
        case .slots(let count):
            device.axes[Code.slot.rawValue] = Axis(minimum: 0, maximum: Int32(count) - 1)
            device.axes[Code.id.rawValue] = Axis(minimum: 0, maximum: 65535)
            device.axes[Code.mtX.rawValue] = Axis(minimum: 0, maximum: 1999, resolution: 10)
            device.axes[Code.mtY.rawValue] = Axis(minimum: 0, maximum: 1199, resolution: 10)
            device.axes[Code.x.rawValue] = Axis(minimum: 0, maximum: 999)
            device.axes[Code.y.rawValue] = Axis(minimum: 0, maximum: 599)
        case .list:
            device.axes[Code.mtX.rawValue] = Axis(minimum: 0, maximum: 1999, resolution: 10)
            device.axes[Code.mtY.rawValue] = Axis(minimum: 0, maximum: 1199, resolution: 10)
        case .single:
            device.keys.insert(Code.left.rawValue)
            for code in [Code.x, .y, .z, .rx] {
                device.axes[code.rawValue] = Axis(minimum: 0, maximum: 4095)
            }
            device.axes[Code.pressure.rawValue] = Axis(minimum: 0, maximum: 255)
        }
        return device
    }

    /// Sends events and the end of a report, 8 ms after the last one, and says what came of it.
    mutating func report(_ events: (Code, Int32)...) -> [String] {
        report(after: .milliseconds(8), events)
    }

    /// The same after another time.
    mutating func report(after interval: Duration, _ events: [(Code, Int32)]) -> [String] {
        send(events)
        time += interval
        return table.handle(type: 0, code: 0, value: 0) ? touches() : []
    }

    /// Sends events without the end of a report.
    mutating func send(_ events: [(Code, Int32)]) {
        for (code, value) in events {
            let isReport =
                switch code {
                case .end: table.handle(type: 0, code: 2, value: 0)
                case .dropped: table.handle(type: 0, code: 3, value: 0)
                case .left, .touch: table.handle(type: 1, code: code.rawValue, value: value)
                default: table.handle(type: 3, code: code.rawValue, value: value)
                }
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
