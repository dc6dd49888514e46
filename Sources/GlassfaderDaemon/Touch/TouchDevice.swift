import Evdev
import EventLoop
import Panel

/// One touchscreen that is being read, or a recording that is being played.
final class TouchDevice {
    /// Tells its contacts from those of other devices, and of the same one before it was plugged
    /// in again.
    let number: Int
    /// The device's node, or the recording's file.
    let name: String
    let source: any TouchSource
    /// How it is read.
    let description: TouchscreenDescription
    /// The device's own, before the picture's rotation.
    let calibration: CalibrationMatrix
    /// The connector of the screen it belongs to; nil if that does not matter.
    let output: String?
    let openingTime: Duration
    /// Where it is plugged in; nil for what is no device.
    var node: TouchscreenNode?

    var pipeline: TouchPipeline
    var scale: TouchScale
    /// Calls when there is something to read.
    var wakeUp: EventSource?
    /// When the pipeline has news without a report, and the timer for it.
    var deadline: Duration?
    var deadlineTimer: EventSource?
    /// Calls when the device has been silent for too long.
    var silence: EventSource?
    var symptoms = TouchscreenSymptoms()

    private var lastReading: Duration
    private var knownOverruns = 0
    private var overrunLines = LogRate(interval: .seconds(60))

    init(
        number: Int, name: String, source: any TouchSource, description: TouchscreenDescription,
        calibration: CalibrationMatrix, output: String?, picture: TouchedPicture, at time: Duration
    ) {
        self.number = number
        self.name = name
        self.source = source
        keepsTime = (source as? RecordedTouchscreen)?.keepsTime ?? true
        self.description = description
        self.calibration = calibration
        self.output = output
        openingTime = time
        lastReading = time
        (pipeline, scale) = Self.pipeline(
            for: source.device, description, calibration, on: picture)
    }

    /// Whether the times of its reports are those of the clock.
    let keepsTime: Bool

    /// Whether it may lie over what a connector's screen shows: one that no output was named for
    /// lies over any, and so does each while nothing is shown.
    func lies(on connector: String?) -> Bool {
        guard let output, let connector else { return true }
        return output == connector
    }

    /// Begins to map touches to another picture. The contacts that are down must be over.
    func lieUnder(_ picture: TouchedPicture) {
        (pipeline, scale) = Self.pipeline(
            for: source.device, description, calibration, on: picture)
    }

    private static func pipeline(
        for device: DeviceDescription, _ description: TouchscreenDescription,
        _ calibration: CalibrationMatrix, on picture: TouchedPicture
    ) -> (TouchPipeline, TouchScale) {
        guard let axes = device.positionAxes else {
            preconditionFailure("a touchscreen without positions was taken for one")
        }
        let matrix = calibration.followed(
            by: CalibrationMatrix(pictureTurnedBy: picture.rotation))
        let scale = TouchScale(of: axes, matrix, on: picture)
        let pipeline = TouchPipeline(
            axes: axes, width: picture.size.width, height: picture.size.height,
            calibration: matrix, scale: scale, filters: description.filters)
        return (pipeline, scale)
    }

    /// Takes note that the device has been read. Returns what there is to say, once in a while, if
    /// it was not read for so long that the kernel dropped events.
    func noteReading(at time: Duration) -> String? {
        defer {
            lastReading = time
            knownOverruns = source.overruns
        }
        guard source.overruns > knownOverruns, let omitted = overrunLines.admit(at: time) else {
            return nil
        }
        let stall = Int64((time - lastReading) / .milliseconds(1))
        let others = omitted == 0 ? "" : "; so it was \(omitted) times since this was said last"
        return "\(name): events were lost, for it was not read for up to \(stall) ms\(others)"
    }
}
