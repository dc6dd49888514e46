import Foundation
import Testing

/// A finger on the picture of a daemon that reads a pipe in place of a touchscreen.
final class PipedFinger {
    private let folder: URL
    private let pipe: Int32
    private var contacts: Int32 = 0

    /// What the daemon is to read touches from.
    var touch: String { "events:" + folder.appending(path: "touch").path }

    /// A finger over a picture of some pixels.
    init(width: Int, height: Int) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.appending(path: "touch").path
        try Data(
            """
            # EVEMU 1.3
            N: glass
            I: 0018 0000 0000 0001
            P: 02 00 00 00 00 00 00 00
            B: 00 0b 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 00 00 00 00 00 00 00
            B: 01 00 04 00 00 00 00 00 00
            B: 03 03 00 00 00 00 80 60 02
            A: 00 0 \(width - 1) 0 0 4
            A: 01 0 \(height - 1) 0 0 4
            A: 2f 0 9 0 0 0
            A: 35 0 \(width - 1) 0 0 4
            A: 36 0 \(height - 1) 0 0 4
            A: 39 0 65535 0 0 0

            """.utf8
        ).write(to: URL(filePath: path + ".desc"))
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
        contacts += 1
        report([
            (3, 0x2f, 0), (3, 0x39, contacts), (3, 0x35, Int32(x)), (3, 0x36, Int32(y)),
            (3, 0, Int32(x)), (3, 1, Int32(y)), (1, 0x14a, 1),
        ])
    }

    /// Lifts it.
    func lift() { report([(3, 0x39, -1), (1, 0x14a, 0)]) }

    private func report(_ events: [(type: UInt16, code: UInt16, value: Int32)]) {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        var bytes = Data()
        for (type, code, value) in events + [(0, 0, 0)] {
            // A struct input_event.
            for word in [Int64(now.tv_sec), Int64(now.tv_nsec / 1000)] {
                withUnsafeBytes(of: word) { bytes.append(contentsOf: $0) }
            }
            withUnsafeBytes(of: type) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: code) { bytes.append(contentsOf: $0) }
            withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) }
        }
        _ = bytes.withUnsafeBytes { write(pipe, $0.baseAddress, $0.count) }
    }
}
