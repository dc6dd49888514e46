import Evdev
import Glibc

@testable import GlassfaderDaemon

/// A touchscreen: the kernel's events come through a pipe. It can be unplugged under a finger, and
/// plugged in again.
final class SimulatedTouchscreen: Player {
    /// What the device says of itself.
    private enum Code: UInt16 {
        case x = 0x00
        case y = 0x01
        case slot = 0x2f
        case slotX = 0x35
        case slotY = 0x36
        case tool = 0x37
        case id = 0x39
        case touch = 0x14a
    }

    /// The range of its axes.
    private static let range = 1000
    private static let slots = 10

    /// Whether it is plugged in.
    var isPlugged: Bool { writer >= 0 }
    /// How many fingers are on it, or were less than half a second ago: one that bounces, or whose
    /// lift has yet to be believed, still counts.
    var fingersOfLate: Int {
        lifts.removeAll { now - $0 > .milliseconds(500) }
        return down.count + lifts.count
    }
    /// Where fingers were in the last second, of 1000 across.
    var latePlaces: [(x: Int, y: Int)] {
        places.removeAll { now - $0.time > .seconds(1) }
        return places.map { ($0.x, $0.y) }
    }

    private let path: String
    private let daemon: () -> Daemon
    private var writer: Int32 = -1
    private var isSingle = false
    private var down: Set<Int> = []
    private var lifts: [Duration] = []
    private var places: [(time: Duration, x: Int, y: Int)] = []
    /// Where each finger is.
    private var present: [Int: (x: Int, y: Int)] = [:]
    private var contacts = 0

    /// A touchscreen that is not plugged in, with the name of a pipe.
    init(_ path: String, daemon: @escaping () -> Daemon) {
        self.path = path
        self.daemon = daemon
    }

    deinit { unplug() }

    func perform(_ action: String, _ argument: String) throws {
        let numbers = argument.split(separator: " ").compactMap { Int($0) }
        switch action {
        case "plug": try plug(isSingle: argument == "single")
        case "unplug": unplug()
        case "down" where numbers.count == 3: touch(numbers[0], numbers[1], numbers[2])
        case "move" where numbers.count == 3: move(numbers[0], numbers[1], numbers[2])
        case "up" where numbers.count == 1: lift(numbers[0])
        case "palm" where numbers.count == 1: becomePalm(numbers[0])
        case "lose": lose()
        case "vanish": unplug()
        default: throw Failure("a script is understood", "\(path) \(action) \(argument)")
        }
    }

    func recover() throws {
        for slot in down.sorted() { lift(slot) }
    }

    private var now: Duration { daemon().loop.now }

    // MARK: The device

    private func plug(isSingle: Bool) throws {
        guard writer < 0 else { return }
        self.isSingle = isSingle
        mkfifo(path, 0o600)
        let device = Self.device(isSingle: isSingle)
        let daemon = daemon()
        let description = DeviceSelection(daemon.panel.description.input)
            .touchscreen(ofRecording: device)
        let source = try TouchscreenPipe(path: path, device: device)
        writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        guard writer >= 0 else {
            throw Failure("descriptors are bounded", String(cString: strerror(errno)))
        }
        try daemon.touchscreens.add(PluggedPipe(source), name: path, description)
    }

    private static func device(isSingle: Bool) -> DeviceDescription {
        var device = DeviceDescription()
        device.name = "simulated"
        device.keys.insert(Code.touch.rawValue)
        let axis = Axis(minimum: 0, maximum: Int32(range) - 1, resolution: 10)
        let codes: [Code] = isSingle ? [.x, .y] : [.x, .y, .slotX, .slotY]
        for code in codes { device.axes[code.rawValue] = axis }
        guard !isSingle else { return device }
        device.axes[Code.slot.rawValue] = Axis(minimum: 0, maximum: Int32(slots) - 1)
        device.axes[Code.id.rawValue] = Axis(minimum: 0, maximum: 65_535)
        device.axes[Code.tool.rawValue] = Axis(minimum: 0, maximum: 2)
        return device
    }

    /// Is taken away, under whatever fingers there are.
    func unplug() {
        if writer >= 0 { close(writer) }
        writer = -1
        for _ in down { lifts.append(now) }
        down = []
    }

    // MARK: Fingers

    private func touch(_ slot: Int, _ x: Int, _ y: Int) {
        guard !down.contains(slot), !isSingle || down.isEmpty else { return }
        down.insert(slot)
        note(slot, x, y)
        contacts += 1
        if isSingle {
            report([(.x, x), (.y, y), (.touch, 1)])
        } else {
            report([(.slot, slot), (.id, contacts), (.slotX, x), (.slotY, y), (.touch, 1)])
        }
    }

    private func move(_ slot: Int, _ x: Int, _ y: Int) {
        guard down.contains(slot) else { return }
        note(slot, x, y)
        report(isSingle ? [(.x, x), (.y, y)] : [(.slot, slot), (.slotX, x), (.slotY, y)])
    }

    private func lift(_ slot: Int) {
        guard down.remove(slot) != nil else { return }
        if let place = present[slot] { note(slot, place.x, place.y) }
        lifts.append(now)
        if isSingle {
            report([(.touch, 0)])
        } else {
            report([(.slot, slot), (.id, -1)] + (down.isEmpty ? [(.touch, 0)] : []))
        }
    }

    private func note(_ slot: Int, _ x: Int, _ y: Int) {
        present[slot] = (x, y)
        places.append((now, x, y))
    }

    private func becomePalm(_ slot: Int) {
        guard down.contains(slot), !isSingle else { return }
        report([(.slot, slot), (.tool, 2)])
    }

    /// The kernel has lost events.
    private func lose() {
        write([(0, 3, 0), (0, 0, 0)])
    }

    private func report(_ events: [(Code, Int)]) {
        let last = Self.range - 1
        write(
            events.map { code, value in
                let isPlace = [.x, .y, .slotX, .slotY].contains(code)
                return (
                    code == .touch ? 1 : 3, code.rawValue,
                    Int32(isPlace ? min(max(value, 0), last) : value)
                )
            } + [(0, 0, 0)])
    }

    /// Writes events as the kernel does, with the time on the monotonic clock; see
    /// `struct input_event`.
    private func write(_ events: [(type: UInt16, code: UInt16, value: Int32)]) {
        guard writer >= 0 else { return }
        let (seconds, attoseconds) = now.components
        for event in events {
            var bytes: [UInt8] = []
            func append(_ value: some FixedWidthInteger) {
                withUnsafeBytes(of: value) { bytes += $0 }
            }
            append(seconds)
            append(attoseconds / 1_000_000_000_000)
            append(event.type)
            append(event.code)
            append(event.value)
            _ = Glibc.write(writer, bytes, bytes.count)
        }
    }
}

/// A pipe of events as a device that is unplugged when its writer has left.
private final class PluggedPipe: TouchSource {
    private let pipe: TouchscreenPipe

    init(_ pipe: TouchscreenPipe) { self.pipe = pipe }

    var device: DeviceDescription { pipe.device }
    var readiness: TouchReadiness { .readable(descriptor: pipe.descriptor) }
    var overruns: Int { pipe.overruns }

    func readReports(until now: Duration) -> ContactReports { pipe.readReports() }

    func cancelContacts(at time: Duration) -> ContactReports { pipe.cancelContacts(at: time) }

    func releaseContact(at time: Duration) -> ContactReports { pipe.releaseContact(at: time) }
}
