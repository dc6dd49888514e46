import PanelProtocol

/// One row: what changes with each frame.
struct Case {
    /// The name of the row.
    let name: String
    /// Which panel it is drawn on.
    let stage: Stage
    /// Changes what is to change, and draws the frame of a number.
    let step: (Int) -> Void
    /// What the frames took.
    var watch = TimeTaken()
    private var frame = 0
    private var measuredFrames = 0
    private var pixels = 0
    /// So many frames are measured in a row: few enough that hardly ever something comes in
    /// between, and enough that they find in the caches what the ones before have left there.
    private var framesAtOnce = 400

    init(_ name: String, on stage: Stage, _ step: @escaping (Int) -> Void) {
        self.name = name
        self.stage = stage
        self.step = step
    }

    /// Pixels that changed, in a frame of the usual kind.
    var pixelsPerFrame: Int { measuredFrames == 0 ? 0 : pixels / measuredFrames }

    /// Draws some frames, to get to where each is like the other, and to see how long they take.
    mutating func warmUp() {
        run(frames: 400, isMeasured: false)
        var watch = TimeTaken()
        watch.measure(runs: 20) { step(frame + $0) }
        frame += 20
        framesAtOnce = min(max(Int(0.5 / max(watch.best, 0.0001)), 8), 100)
    }

    /// Draws some frames in a row, after some that are not measured: what other rows have left in
    /// the processor's caches is no part of a frame among frames, as peers are measured.
    mutating func measure() {
        run(frames: (framesAtOnce + 3) / 4, isMeasured: false)
        run(frames: framesAtOnce, isMeasured: true)
    }

    private mutating func run(frames: Int, isMeasured: Bool) {
        let first = frame
        var changed = 0
        let (step, stage) = (step, stage)
        let body = { (run: Int) in
            step(first + run)
            changed += stage.damagedPixels
        }
        if isMeasured {
            watch.measure(runs: frames, body)
        } else {
            for run in 0..<frames { body(run) }
        }
        frame += frames
        if isMeasured {
            measuredFrames += frames
            pixels += changed
        }
    }

    /// A value of a control that goes up and down, by 1 % with each frame.
    static func percent(_ frame: Int) -> ControlValue { .number(Double(sweep(frame))) }

    /// Up and down between 0 and `most` by 1 with each frame.
    static func sweep(_ frame: Int, to most: Int = 100) -> Int {
        most - abs(frame % (2 * most) - most)
    }
}
