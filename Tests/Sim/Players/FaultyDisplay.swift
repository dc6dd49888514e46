import DRM
import Drawing
import EventLoop
import Framebuffer
import Panel

@testable import GlassfaderDaemon

/// A screen with vertical blanks and buffers that are shown in turn, as a DRM card has them, and
/// with the faults of its monitor.
final class FaultyDisplay: Display {
    let bounds: PixelRect
    let refreshInterval: Duration
    let name = "a simulated screen"
    let isSynchronized = true
    let rotation = 0
    let mounting = 0
    let millimetres: Size? = nil
    let connector: String? = "SIM-1"

    private let monitor: SimulatedMonitor
    private let loop: EventLoop
    private let memories: [Memory]
    private let isDrawnInto: Bool
    private var buffers: ScanoutBuffers
    private var clock: FrameClock
    private var flipTimeout: FlipTimeout
    private var pending: Frame?
    private var timer: EventSource?
    private var violation: Failure?

    /// A picture that waits to be seen.
    private struct Frame {
        let shadow: Bitmap
        /// When it is seen; nil if it never is.
        var time: Duration?
        /// Whether the kernel has not taken it yet.
        var isBusy = false
        let completion: PresentationHandler
    }

    /// A buffer whose rows are longer than they seem.
    private final class Memory {
        let bytes: UnsafeMutableRawBufferPointer
        let pixels: ScanoutPixels
        let bitmap: Bitmap
        private static let margin = 52

        init(width: Int, height: Int) {
            let pitch = width * 4 + Self.margin
            bytes = .allocate(byteCount: pitch * height, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0xa5)
            pixels = ScanoutPixels(
                memory: bytes, width: width, height: height, pitch: pitch, format: .xrgb8888)
            guard let start = bytes.baseAddress else { preconditionFailure("a buffer is nowhere") }
            bitmap = Bitmap(
                borrowing: start, width: width, height: height, stride: pitch, format: .xrgb32)
        }

        deinit { bytes.deallocate() }

        /// Whether nobody has written beyond the end of a row.
        var hasWholeMargins: Bool {
            (0..<pixels.height).allSatisfy { row in
                let start = row * pixels.pitch + pixels.width * 4
                return bytes[start..<start + Self.margin].allSatisfy { $0 == 0xa5 }
            }
        }
    }

    init(
        _ monitor: SimulatedMonitor, loop: EventLoop, width: Int, height: Int, buffers count: Int,
        isDrawnInto: Bool, refreshInterval: Duration
    ) throws {
        self.monitor = monitor
        self.loop = loop
        self.isDrawnInto = isDrawnInto && count > 1
        self.refreshInterval = refreshInterval
        bounds = PixelRect(x: 0, y: 0, width: width, height: height)
        memories = (0..<count).map { _ in Memory(width: width, height: height) }
        buffers = ScanoutBuffers(memories.map(\.pixels))
        clock = FrameClock(refreshInterval: refreshInterval)
        flipTimeout = FlipTimeout(refreshInterval: refreshInterval)
        timer = try loop.timer(at: nil) { [unowned self] in try timeHasCome(at: $0) }
    }

    func prepareCanvas(for damage: Region) -> Bitmap? {
        guard isDrawnInto else { return nil }
        buffers.complete(buffers.back, besides: damage, from: memories[buffers.front].bitmap)
        return memories[buffers.back].bitmap
    }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        if pending != nil {
            monitor.violation = Failure(
                "one flip is in flight at most", "a frame is presented while another waits")
        }
        // The damage of a frame that is refused is shown with the next one's.
        buffers.damage(damage)
        if shadow === memories[buffers.back].bitmap {
            buffers.drawn(buffers.back)
        } else {
            buffers.repair(buffers.back, from: shadow)
        }
        if let failure = monitor.examine?(memories[buffers.back].bitmap) {
            monitor.violation = failure
        }
        try checkIsThere()
        pending = Frame(shadow: shadow, time: nil, completion: completion)
        try submit(at: loop.now)
    }

    /// Whether the card takes frames at all.
    private func checkIsThere() throws {
        guard monitor.isPlugged else { throw DRMError(.gone, "the simulated card is gone") }
        switch monitor.fault {
        case .refusing: throw DRMError(.other, "the simulated card refuses the frame")
        case .master: throw DRMError(.notMaster, "another program has the card")
        default: break
        }
    }

    /// Hands the frame to the kernel, which may be busy, slow or mute.
    private func submit(at now: Duration) throws {
        let next = clock.nextPresentation(after: now)
        pending?.isBusy = false
        switch monitor.fault {
        case .busy(let count) where count > 0:
            monitor.fault = .busy(count - 1)
            pending?.time = nil
            pending?.isBusy = true
            try timer?.fire(at: now + flipTimeout.retryInterval)
        case .never:
            pending?.time = nil
            try timer?.fire(at: now + flipTimeout.limit)
        case .late(let time):
            pending?.time = next + time
            try timer?.fire(at: min(next + time, now + flipTimeout.limit))
        default:
            pending?.time = next
            try timer?.fire(at: next)
        }
    }

    func deferCompletion(_ isDeferred: Bool) throws {
        guard let frame = pending, !frame.isBusy else { return }
        guard !isDeferred else { return try timer?.disarm() ?? () }
        let limit = loop.now + flipTimeout.limit
        try timer?.fire(at: min(frame.time ?? limit, limit))
    }

    private func timeHasCome(at now: Duration) throws {
        guard let frame = pending else { return }
        do {
            try checkIsThere()
        } catch {
            pending = nil
            return try frame.completion(.failure(error))
        }
        if let time = frame.time, time <= now { return try show(frame, at: time) }
        if case .busy = monitor.fault { return try submit(at: now) }
        switch flipTimeout.expired() {
        case .modeSet: try submit(at: now)
        case .reopening:
            pending = nil
            try frame.completion(.failure(LostFlips(node: name)))
        }
    }

    private func show(_ frame: Frame, at time: Duration) throws {
        pending = nil
        flipTimeout.flipped()
        buffers.show(buffers.back)
        _ = clock.presented(at: time, isVerticalBlank: true)
        try frame.completion(.success(time))
    }

    // MARK: What is seen

    /// When the frame on its way is seen; `nil` if there is none, or it never is.
    var timeOfFrame: Duration? { pending?.time }

    /// What is on the screen.
    var shown: Bitmap {
        let isSeen = pending?.time.map { $0 <= loop.now } ?? false
        return memories[isSeen ? buffers.back : buffers.front].bitmap
    }

    /// Whether the memory beside the pixels is as it was.
    var hasWholeMargins: Bool { memories.allSatisfy(\.hasWholeMargins) }
}
