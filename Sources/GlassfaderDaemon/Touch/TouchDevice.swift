import Evdev
import EventLoop
import Panel

/// A touchscreen that is being read, or a recording that is being played.
final class TouchDevice {
    /// The number of the device, which identifies its contacts. Each connection of a device gets a
    /// new one.
    let number: Int
    /// The device's node, or the recording's file.
    let name: String
    let source: any TouchSource
    /// The settings in the panel file.
    let description: TouchscreenDescription
    /// The device's own calibration, without the picture's rotation.
    let calibration: CalibrationMatrix
    let openingTime: Duration
    /// The device's node and properties; nil for recordings and pipes.
    let node: TouchscreenNode?

    var pipeline: TouchPipeline
    var scale: TouchScale
    /// Fires when there may be something to read.
    var wakeUp: EventSource?
    /// Fires at the pipeline's next deadline.
    var deadlineTimer: EventSource?
    /// Fires when the device has been silent for `releaseTimeout`.
    var silence: EventSource?
    var symptoms = TouchscreenSymptoms()

    private var lastReading: Duration
    private var knownOverruns = 0
    private var overrunLines = LogRate(interval: .seconds(60))

    init(
        number: Int, name: String, source: any TouchSource, description: TouchscreenDescription,
        calibration: CalibrationMatrix, picture: TouchedPicture, node: TouchscreenNode? = nil,
        at time: Duration
    ) {
        self.number = number
        self.name = name
        self.source = source
        keepsTime = source.keepsTime
        self.description = description
        self.calibration = calibration
        self.node = node
        openingTime = time
        lastReading = time
        (pipeline, scale) = Self.pipeline(
            for: source.device, description, calibration, on: picture)
    }

    /// Whether the times of reports follow the clock.
    let keepsTime: Bool

    /// Maps touches to another picture. Cancel the contacts that are down first.
    func setPicture(_ picture: TouchedPicture) {
        (pipeline, scale) = Self.pipeline(
            for: source.device, description, calibration, on: picture)
    }

    private static func pipeline(
        for device: DeviceDescription, _ description: TouchscreenDescription,
        _ calibration: CalibrationMatrix, on picture: TouchedPicture
    ) -> (TouchPipeline, TouchScale) {
        guard let axes = device.positionAxes else {
            preconditionFailure("a device without position axes was opened as a touchscreen")
        }
        let matrix = calibration.followed(
            by: CalibrationMatrix(pictureRotatedBy: picture.rotation))
        let scale = TouchScale(of: axes, matrix, on: picture)
        let pipeline = TouchPipeline(
            axes: axes, width: picture.size.width, height: picture.size.height,
            calibration: matrix, scale: scale, filters: description.filters)
        return (pipeline, scale)
    }

    /// Notes that the device was read. Returns a message, at limited rate, if the kernel has
    /// dropped events because the last read was too long ago.
    func noteReading(at time: Duration) -> String? {
        defer {
            lastReading = time
            knownOverruns = source.overruns
        }
        guard source.overruns > knownOverruns, let omitted = overrunLines.admit(at: time) else {
            return nil
        }
        let stall = Int64((time - lastReading) / .milliseconds(1))
        let others = omitted == 0 ? "" : "; this happened \(omitted) times since the last message"
        return "\(name): events were lost: it was not read for up to \(stall) ms\(others)"
    }
}
