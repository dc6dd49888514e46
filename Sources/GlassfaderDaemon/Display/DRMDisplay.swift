import DRM
import Drawing
import EventLoop

/// A screen on a DRM card, shown from two buffers in turn.
///
/// Each buffer lacks what was drawn while the other one was written: its *stale* region. A driver
/// that cannot flip, or has no memory for a second buffer, is shown one buffer that changes under
/// its eyes.
final class DRMDisplay: Display {
    let shown: Bitmap

    private(set) var isSynchronized = false

    private let loop: EventLoop
    private let output: Output
    private var buffers: [Buffer]
    /// The index of the buffer being shown.
    private var front = 0
    /// Whether the screen shows nothing of ours, or may not: the next frame sets the mode.
    private var isDark = true
    /// What was presented but has not been shown.
    private var unseen: Region
    private var phase = Phase.idle
    private var lostFlips = 0

    private var events: EventSource?
    private var timer: EventSource?

    /// A dumb buffer, as a bitmap that is only written.
    private struct Buffer {
        let memory: DumbBuffer
        let pixels: Bitmap
        /// The pixels that it lacks.
        var stale: Region

        init(for output: Output) throws(DRMError) {
            let (width, height) = (output.mode.width, output.mode.height)
            memory = try DumbBuffer(on: output.card, width: width, height: height)
            guard let start = memory.memory.baseAddress else {
                preconditionFailure("a buffer was mapped nowhere")
            }
            pixels = Bitmap(
                borrowing: start, width: width, height: height, stride: memory.pitch,
                format: .xrgb32)
            stale = Region(pixels.bounds)
        }
    }

    /// A picture, and who waits for it to be shown.
    private struct Frame {
        let shadow: Bitmap
        let asked: Duration
        let completion: PresentationHandler
    }

    /// What is being waited for.
    private enum Phase {
        case idle
        /// The card's event, or its absence until the timer fires, says how to go on.
        case flipping(Frame, buffer: Int)
        /// The kernel was busy with the frame before. The timer says when to ask again.
        case refused(Frame)
        /// The frame is on the screen already. The timer says so from the event loop.
        case visible(Frame, buffer: Int)
    }

    /// Makes the buffers for an output. The first frame that is presented sets the mode; until
    /// then, what was on the screen stays there.
    init(loop: EventLoop, output: Output) throws {
        self.loop = loop
        self.output = output
        buffers = [try Buffer(for: output)]
        do throws(DRMError) {
            buffers.append(try Buffer(for: output))
        } catch {
            guard error.reason == .outOfMemory else { throw error }
        }
        shown = Bitmap(width: output.mode.width, height: output.mode.height, format: .xrgb32)
        unseen = Region(shown.bounds)
        events = try loop.readable(output.descriptor) { [unowned self] in try readEvents() }
        timer = try loop.timer(at: nil) { [unowned self] now in try timerFired(at: now) }
    }

    var name: String {
        "\(output.connector.name) of \(output.card.node) (\(output.card.driver)), \(output.mode)"
    }

    var bounds: PixelRect { shown.bounds }

    var refreshInterval: Duration { output.mode.refreshInterval }

    var connector: String? { output.connector.name }

    var millimetres: Size? {
        output.connector.millimetres.map {
            Size(width: Double($0.width), height: Double($0.height))
        }
    }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        guard case .idle = phase else {
            preconditionFailure("a frame is presented while another one waits")
        }
        precondition(shadow.bounds == bounds, "a frame of another size")
        unseen.formUnion(damage)
        for index in buffers.indices { buffers[index].stale.formUnion(damage) }
        try submit(Frame(shadow: shadow, asked: loop.now, completion: completion))
    }

    // MARK: To the screen

    /// Brings a frame to the screen by what means there are, and waits for their answer.
    private func submit(_ frame: Frame) throws {
        let back = buffers.count - 1 - front
        repair(back, from: frame.shadow)
        do throws(DRMError) {
            phase = try show(frame, in: back)
        } catch {
            switch error.reason {
            case .busy:
                phase = .refused(frame)
            case .unsupported where !isDark && buffers.count > 1:
                useOneBuffer()
                return try submit(frame)
            default:
                isDark = true
                phase = .idle
                throw error
            }
        }
        try setTimer()
    }

    private func show(_ frame: Frame, in back: Int) throws(DRMError) -> Phase {
        if isDark {
            try output.setMode(buffers[back].memory)
            isDark = false
            return .visible(frame, buffer: back)
        }
        if back != front {
            try output.pageFlip(buffers[back].memory)
            return .flipping(frame, buffer: back)
        }
        try output.dirty(buffers[front].memory, unseen.rects.map(Output.Clip.init))
        return .visible(frame, buffer: front)
    }

    /// Copies what a buffer lacks, row by row.
    private func repair(_ index: Int, from shadow: Bitmap) {
        buffers[index].pixels.copy(from: shadow, clippedTo: buffers[index].stale)
        buffers[index].stale = Region()
    }

    /// Goes on with the buffer that is being shown, since the driver cannot flip.
    private func useOneBuffer() {
        buffers = [buffers[front]]
        front = 0
    }

    // MARK: From the kernel

    private func readEvents() throws {
        let flip: FlipCompletion?
        do throws(DRMError) {
            flip = try output.handleEvents()
        } catch {
            // The card is broken or gone, and its descriptor would stay readable for ever.
            try events?.disarm()
            if case .flipping(let frame, _) = phase { try fail(frame, error) }
            return
        }
        guard let flip, case .flipping(let frame, let buffer) = phase else { return }
        lostFlips = 0
        isSynchronized = flip.sequence != 0
        try timer?.disarm()
        try complete(frame, buffer: buffer, at: time(of: flip, asked: frame.asked))
    }

    private func timerFired(at now: Duration) throws {
        switch phase {
        case .idle:
            break
        case .visible(let frame, let buffer):
            isSynchronized = false
            try complete(frame, buffer: buffer, at: now)
        case .refused(let frame):
            // Busy for so long means that the CRTC was switched off behind our back.
            if now - frame.asked > patience { isDark = true }
            try resubmit(frame)
        case .flipping(let frame, _):
            lostFlips += 1
            guard lostFlips < 3 else { return try fail(frame, LostFlips(node: output.card.node)) }
            isDark = true
            try resubmit(frame)
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
        front = buffer
        shown.copy(from: frame.shadow, clippedTo: unseen)
        unseen = Region()
        try frame.completion(.success(time))
    }

    private func fail(_ frame: Frame, _ error: any Error) throws {
        phase = .idle
        isDark = true
        try frame.completion(.failure(error))
    }

    // MARK: Time

    /// Sets the timer to what the phase waits for.
    private func setTimer() throws {
        switch phase {
        case .idle: try timer?.disarm()
        case .visible: try timer?.fire(at: loop.now)
        case .refused: try timer?.fire(at: loop.now + refreshInterval / 4)
        case .flipping: try timer?.fire(at: loop.now + patience)
        }
    }

    /// How long an answer of the kernel may take.
    private var patience: Duration { max(refreshInterval * 5, .milliseconds(250)) }

    /// The kernel's time of a flip, or the present if that makes no sense: some drivers give none,
    /// or an old one for the first flip.
    private func time(of flip: FlipCompletion, asked: Duration) -> Duration {
        let plausible = (asked - refreshInterval)...(loop.now + refreshInterval)
        guard let time = flip.time, plausible.contains(time) else { return loop.now }
        return time
    }
}

extension Output.Clip {
    fileprivate init(_ rect: PixelRect) {
        self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    }
}
