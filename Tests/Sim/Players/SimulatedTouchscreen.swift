import Drawing
import Evdev
import EventLoop
import Glibc
import TouchEvents

@testable import GlassfaderDaemon

/// A touchscreen: the kernel's events come through a pipe. It can be unplugged under a finger, and
/// plugged in again.
final class SimulatedTouchscreen: Player {
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
    /// The event with which it was found.
    private var arrival: EventSource?
    private var isSingle = false
    private var down: Set<Int> = []
    private var lifts: [Duration] = []
    private var places: [(time: Duration, x: Int, y: Int)] = []
    /// Where each finger is.
    private var present: [Int: (x: Int, y: Int)] = [:]
    private var encoder = TouchEncoder(hasSlots: true)

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
        case "reach": reach(argument.split(separator: " "))
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
        encoder = TouchEncoder(hasSlots: !isSingle)
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
        // A touchscreen is found by an event of the kernel, and so in a round of the loop.
        arrival = try daemon.loop.timer(at: daemon.loop.now) { _ in }
    }

    private static func device(isSingle: Bool) -> DeviceDescription {
        var device = DeviceDescription.singleTouch(width: range, height: range, resolution: 10)
        if !isSingle {
            let multitouch = DeviceDescription.slots(
                slots, width: range, height: range, resolution: 10)
            device.axes.merge(multitouch.axes) { $1 }
            device.axes[EventCode.tool.code] = Axis(minimum: 0, maximum: 2)
        }
        device.name = "simulated"
        return device
    }

    /// Is taken away, under whatever fingers there are.
    func unplug() {
        if writer >= 0 { close(writer) }
        writer = -1
        arrival = nil
        for _ in down { lifts.append(now) }
        down = []
    }

    // MARK: Fingers

    private func touch(_ slot: Int, _ x: Int, _ y: Int) {
        guard !down.contains(slot), !isSingle || down.isEmpty else { return }
        down.insert(slot)
        note(slot, x, y)
        report(encoder.land(Int32(slot), Self.onGlass(x), Self.onGlass(y)))
    }

    /// Lands on a control, if it is visible.
    private func reach(_ words: [Substring]) {
        let panel = daemon().panel
        guard let slot = words.first.flatMap({ Int($0) }), let control = words.last,
            let frame = panel[String(control)]?.view.frameInWindow
        else { return }
        let (x, y) = ((frame.minX + frame.maxX) / 2, (frame.minY + frame.maxY) / 2)
        guard panel.window.bounds.contains(Point(x: x, y: y)) else { return }
        touch(
            slot, Int(x / panel.window.bounds.width * Double(Self.range)),
            Int(y / panel.window.bounds.height * Double(Self.range)))
    }

    private func move(_ slot: Int, _ x: Int, _ y: Int) {
        guard down.contains(slot) else { return }
        note(slot, x, y)
        report(encoder.move(Int32(slot), Self.onGlass(x), Self.onGlass(y)))
    }

    private func lift(_ slot: Int) {
        guard down.remove(slot) != nil else { return }
        if let place = present[slot] { note(slot, place.x, place.y) }
        lifts.append(now)
        report(encoder.lift(Int32(slot)))
    }

    private func note(_ slot: Int, _ x: Int, _ y: Int) {
        present[slot] = (x, y)
        places.append((now, x, y))
    }

    private func becomePalm(_ slot: Int) {
        guard down.contains(slot), !isSingle else { return }
        report([(.slot, Int32(slot)), (.tool, 2)])
    }

    /// The kernel has lost events.
    private func lose() {
        report([(.dropped, 0)])
    }

    private static func onGlass(_ place: Int) -> Int32 { Int32(min(max(place, 0), range - 1)) }

    /// Writes a report as the kernel does, with the time on the monotonic clock.
    private func report(_ events: [(EventCode, Int32)]) {
        guard writer >= 0 else { return }
        let bytes = EventCode.bytes(of: events + [(.report, 0)], at: now)
        _ = Glibc.write(writer, bytes, bytes.count)
    }
}

/// A pipe of events as a device that is unplugged when its writer has left.
private final class PluggedPipe: TouchSource {
    private let pipe: TouchscreenPipe

    init(_ pipe: TouchscreenPipe) { self.pipe = pipe }

    var device: DeviceDescription { pipe.device }
    var readiness: TouchReadiness { .readable(descriptor: pipe.descriptor) }
    var overruns: Int { pipe.overruns }

    func readReports(until now: Duration) -> ContactReports { pipe.readReports(at: now) }

    func cancelContacts(at time: Duration) -> ContactReports { pipe.cancelContacts(at: time) }

    func releaseContact(at time: Duration) -> ContactReports { pipe.releaseContact(at: time) }
}
