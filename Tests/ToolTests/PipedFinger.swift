import Evdev
import Foundation
import Testing
import TouchEvents

/// A finger on the picture of a daemon that reads a pipe in place of a touchscreen.
final class PipedFinger {
    private let folder: URL
    private let pipe: Int32
    private var encoder = TouchEncoder(hasSlots: true)

    /// What the daemon is to read touches from.
    var touch: String { "events:" + folder.appending(path: "touch").path }

    /// A finger over a picture of some pixels.
    init(width: Int, height: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "touch").path
        let device = DeviceDescription.slots(width: width, height: height, resolution: 4)
        try Data(EvemuWriter.description(of: device).utf8).write(to: URL(filePath: path + ".desc"))
        try #require(mkfifo(path, 0o600) == 0)
        // Both ends, so that neither waits for the other.
        pipe = open(path, O_RDWR | O_CLOEXEC)
        try #require(pipe >= 0)
    }

    deinit {
        close(pipe)
        try? FileManager.default.removeItem(at: folder)
    }

    /// Puts it down on a pixel.
    func putDown(x: Int, y: Int) {
        report(encoder.land(0, Int32(x), Int32(y)))
    }

    /// Lifts it.
    func lift() { report(encoder.lift(0)) }

    private func report(_ events: [(EventCode, Int32)]) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        let time = Duration.seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
        let bytes = EventCode.bytes(of: events + [(.report, 0)], at: time)
        _ = write(pipe, bytes, bytes.count)
    }
}
