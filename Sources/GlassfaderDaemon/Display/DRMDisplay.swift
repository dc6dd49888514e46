import DRM
import Drawing
import EventLoop
import Panel

/// A screen on a DRM card, usually with two buffers that are shown in turn.
///
/// Nothing here waits for the card: after a frame is submitted, an event reports when it is
/// visible. Drivers without atomic commits are the exception: their calls to set a mode and to
/// report damage of the front buffer block until they are complete. A driver that cannot flip, or
/// has no memory for a second buffer, gets one buffer that changes while it is shown.
final class DRMDisplay: Display {
    let bounds: PixelRect

    private(set) var isSynchronized = false

    private let loop: EventLoop
    private let output: Output
    private var memories: [DumbBuffer]
    private var buffers: ScanoutBuffers
    /// The buffers to draw into; empty if frames are drawn elsewhere and copied.
    private var canvases: [Canvas] = []
    /// Whether the next frame sets the mode, because the screen may show something else.
    private var needsMode = true
    /// Whether a flip has completed since the mode was set.
    private var hasFlipped = false
    private var phase = Phase.idle
    /// Whether the event of the pending flip is left unread, and nothing notices if it gets lost.
    private var isDeferred = false
    private var timeout: FlipTimeout

    private var events: EventSource?
    private var timer: EventSource?

    /// A picture, and what to call when it has been shown.
    private struct Frame {
        let shadow: Bitmap
        /// When it was submitted, or when the kernel last responded.
        var submitted: Duration
        let completion: PresentationHandler
    }

    /// A buffer to draw into.
    fileprivate struct Canvas {
        let memory: DumbBuffer
        let bitmap: Bitmap
    }

    /// The event that the display waits for. `Screen.Pace` has the table of states that exist
    /// together.
    private enum Phase {
        case idle
        /// The next step follows the card's event, or else the timer.
        case flipping(Frame, buffer: Int, setsMode: Bool)
        /// The kernel was busy with the previous frame. The timer fires when it is time to submit
        /// again.
        case busy(Frame)
        /// The frame is already on the screen. The timer completes it from the event loop.
        case visible(Frame, buffer: Int)
    }

    /// Makes the buffers for an output. The first presented frame sets the mode; until then, the
    /// screen does not change.
    ///
    /// - Parameters:
    ///   - bufferCount: How many buffers to alternate, if there is memory for them.
    ///   - shadow: Whether to draw elsewhere and copy to the buffers. A single buffer always needs
    ///     that, and so does another pixel format than that of drawing.
    init(
        loop: EventLoop, output: Output, bufferCount: Int,
        shadow: DisplayDescription.Shadow
    ) throws {
        self.loop = loop
        self.output = output
        memories = [try output.makeBuffer()]
        do throws(DRMError) {
            while memories.count < bufferCount { memories.append(try output.makeBuffer()) }
        } catch {
            guard error.reason == .outOfMemory else { throw error }
        }
        buffers = ScanoutBuffers(memories.map(ScanoutPixels.init))
        bounds = PixelRect(x: 0, y: 0, width: output.size.width, height: output.size.height)
        timeout = FlipTimeout(refreshInterval: output.mode.refreshInterval)
        if output.format == .xrgb8888, let first = memories.first, memories.count > 1,
            !ShadowDecision(wanted: shadow).usesShadow(
                prefersShadow: output.card.prefersShadow, readSpeed: first.readSpeed())
        {
            canvases = memories.map(Canvas.init)
        }
        events = try loop.readable(output.descriptor) { [unowned self] in try readEvents() }
        timer = try loop.timer(at: nil) { [unowned self] now in try timerFired(at: now) }
    }

    var name: String {
        var name = "\(output.connector.name) of \(output.card.node) (\(output.card.driver))"
        name += ", \(output.mode), \(output.format.rawValue)"
        if buffers.count == 1 { name += ", one buffer" }
        if !canvases.isEmpty { name += ", drawn into directly" }
        if rotation != 0 { name += ", rotated by \(rotation)° by the card" }
        if !output.usesAtomic { name += ", without atomic commits" }
        if let rejection = output.rejection { name += " (\(rejection))" }
        return name
    }

    var refreshInterval: Duration { output.mode.refreshInterval }

    var connector: String? { output.connector.name }

    var rotation: Int { output.rotation.rawValue }

    var mounting: Int { output.connector.mounting.rawValue }

    var millimetres: Size? {
        output.connector.millimetres.map {
            Size(width: Double($0.width), height: Double($0.height))
        }
    }

    func prepareCanvas(for damage: Region) -> Bitmap? {
        guard let first = canvases.first else { return nil }
        guard buffers.count > 1 else { return first.bitmap }
        let back = buffers.back
        buffers.complete(back, besides: damage, from: canvases[buffers.front].bitmap)
        return canvases[back].bitmap
    }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        guard case .idle = phase else {
            preconditionFailure("a frame was presented while another one was pending")
        }
        precondition(shadow.bounds == bounds, "the frame must have the size of the display")
        buffers.damage(damage)
        try submit(Frame(shadow: shadow, submitted: loop.now, completion: completion))
    }

    func deferCompletion(_ isDeferred: Bool) throws {
        guard case .flipping = phase, isDeferred != self.isDeferred else { return }
        self.isDeferred = isDeferred
        guard isDeferred else {
            try events?.watch(for: .readable)
            return try setTimer()
        }
        try events?.disarm()
        try timer?.disarm()
    }

    func setBlank(_ isBlank: Bool) throws {
        guard isBlank, case .idle = phase else { return }
        needsMode = true
        try output.switchOff()
    }

    // MARK: To the screen

    /// Submits a frame: copies the parts that the buffer lacks, then shows the buffer.
    private func submit(_ frame: Frame) throws {
        let back = buffers.back
        if buffers.count > 1, !canvases.isEmpty, frame.shadow === canvases[back].bitmap {
            buffers.drawn(back)
        } else {
            buffers.repair(back, from: frame.shadow)
        }
        do throws(DRMError) {
            phase = try show(frame, in: back)
        } catch {
            switch error.reason {
            case .busy:
                phase = .busy(frame)
            case .unsupported where !needsMode && hasFlipped:
                // Flips worked before: the monitor or another program has changed the mode.
                needsMode = true
                return try submit(frame)
            case .unsupported where !needsMode && buffers.count > 1 && !output.usesAtomic:
                useOneBuffer()
                return try submit(frame)
            default:
                needsMode = true
                phase = .idle
                throw error
            }
        }
        try setTimer()
    }

    private func show(_ frame: Frame, in back: Int) throws(DRMError) -> Phase {
        let setsMode = needsMode
        let damage = buffers.changes(in: back).rects.map(Clip.init)
        let answer: Output.Presentation
        if setsMode {
            answer = try output.setMode(memories[back])
            needsMode = false
            hasFlipped = false
        } else if back == buffers.front {
            answer = try output.refresh(memories[back], damage: damage)
        } else {
            try output.flip(memories[back], damage: damage)
            answer = .pending
        }
        return answer == .shown
            ? .visible(frame, buffer: back)
            : .flipping(frame, buffer: back, setsMode: setsMode)
    }

    /// Continues with the front buffer alone, since the driver cannot flip.
    ///
    /// If frames were drawn into the buffers, the other buffer becomes the shadow.
    private func useOneBuffer() {
        if !canvases.isEmpty { canvases = [canvases[buffers.back]] }
        memories = [memories[buffers.front]]
        buffers.keepFront()
    }

    // MARK: From the kernel

    private func readEvents() throws {
        let flip: FlipCompletion?
        do throws(DRMError) {
            flip = try output.handleEvents()
        } catch {
            // The card is broken or gone. Its descriptor would stay readable for ever.
            try events?.disarm()
            if case .flipping(let frame, _, _) = phase { try fail(frame, error) }
            return
        }
        guard let flip, case .flipping(let frame, let buffer, let setsMode) = phase else { return }
        if !setsMode {
            hasFlipped = true
            timeout.flipped()
        }
        isSynchronized = flip.sequence != 0
        try timer?.disarm()
        let time = timeout.time(of: flip.time, submitted: frame.submitted, now: loop.now)
        try complete(frame, buffer: buffer, at: time)
    }

    private func timerFired(at now: Duration) throws {
        switch phase {
        case .idle:
            break
        case .visible(let frame, let buffer):
            isSynchronized = false
            try complete(frame, buffer: buffer, at: now)
        case .busy(let frame) where now - frame.submitted <= timeout.limit:
            try resubmit(frame)
        case .busy(let frame), .flipping(let frame, _, _):
            try recover(frame, at: now)
        }
    }

    /// Recovers from a flip whose event did not come.
    private func recover(_ frame: Frame, at now: Duration) throws {
        switch timeout.expired() {
        case .modeSet:
            needsMode = true
            var frame = frame
            frame.submitted = now
            try resubmit(frame)
        case .reopening:
            output.abandon()
            try fail(frame, LostFlips(node: output.card.node))
        }
    }

    private func resubmit(_ frame: Frame) throws {
        do {
            try submit(frame)
        } catch let error as DRMError {
            try fail(frame, error)
        }
    }

    private func complete(_ frame: Frame, buffer: Int, at time: Duration) throws {
        phase = .idle
        buffers.show(buffer)
        try frame.completion(.success(time))
    }

    private func fail(_ frame: Frame, _ error: any Error) throws {
        phase = .idle
        needsMode = true
        try frame.completion(.failure(error))
    }

    /// Sets the timer for the present phase.
    private func setTimer() throws {
        switch phase {
        case .idle: try timer?.disarm()
        case .visible: try timer?.fire(at: loop.now)
        case .busy: try timer?.fire(at: loop.now + timeout.retryInterval)
        case .flipping: try timer?.fire(at: loop.now + timeout.limit)
        }
    }
}

extension Clip {
    fileprivate init(_ rect: PixelRect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}

extension DRMDisplay.Canvas {
    fileprivate init(_ buffer: DumbBuffer) {
        guard let start = buffer.memory.baseAddress else {
            preconditionFailure("the buffer is not mapped")
        }
        self.init(
            memory: buffer,
            bitmap: Bitmap(
                borrowing: start, width: buffer.width, height: buffer.height,
                stride: buffer.pitch, format: .xrgb32))
    }
}

extension ScanoutPixels {
    fileprivate init(_ buffer: DumbBuffer) {
        self.init(
            memory: buffer.memory, width: buffer.width, height: buffer.height, pitch: buffer.pitch,
            format: buffer.format)
    }
}
