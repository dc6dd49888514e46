import Drawing
import Evdev
import Foundation
import PanelProtocol
import TestVectors
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// Four crosses are touched on a glass that lies on its screen in some way.
struct CalibrationTests {
    /// How a device is touched, from where the finger is on the unrotated screen: both 0 to 1.
    struct Glass: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let matrix: [Double]
        let device: @Sendable (Point) -> Point
    }

    static let glasses = [
        Glass(testDescription: "as it should be", matrix: [1, 0, 0, 0, 1, 0]) { $0 },
        Glass(testDescription: "mirrored", matrix: [-1, 0, 1, 0, 1, 0]) {
            Point(x: 1 - $0.x, y: $0.y)
        },
        Glass(testDescription: "upside down", matrix: [-1, 0, 1, 0, -1, 1]) {
            Point(x: 1 - $0.x, y: 1 - $0.y)
        },
        Glass(testDescription: "with swapped axes", matrix: [0, 1, 0, 1, 0, 0]) {
            Point(x: $0.y, y: $0.x)
        },
        Glass(testDescription: "turned to the right", matrix: [0, -1, 1, 1, 0, 0]) {
            Point(x: $0.y, y: 1 - $0.x)
        },
        Glass(
            testDescription: "larger than the screen, and moved",
            matrix: [1.25, 0, -0.125, 0, 1.1111, -0.0222]
        ) { Point(x: 0.1 + $0.x * 0.8, y: 0.02 + $0.y * 0.9) },
    ]

    /// Where fingers of usual exactness touch the four crosses.
    private static let fingers = [
        Point(x: 0.132, y: 0.12), Point(x: 0.87, y: 0.13), Point(x: 0.881, y: 0.87),
        Point(x: 0.12, y: 0.878),
    ]

    private func fit(_ glass: Glass) throws -> CalibrationMatrix {
        try CalibrationFit(
            touches: Self.fingers.map(glass.device), crosses: CornerCross.places
        ).matrix
    }

    @Test(arguments: glasses.dropLast())
    func `a glass that is only turned or mirrored gets whole numbers`(_ glass: Glass) throws {
        #expect(try fit(glass).numbers == glass.matrix)
    }

    @Test func `a glass that is moved gets the nearest matrix`() throws {
        let glass = try #require(Self.glasses.last)
        let matrix = try fit(glass)
        for (cross, finger) in zip(CornerCross.places, Self.fingers) {
            let touch = glass.device(finger)
            let point = matrix.apply(x: touch.x, y: touch.y)
            #expect(abs(point.x - cross.x) < 0.012 && abs(point.y - cross.y) < 0.012)
        }
    }

    @Test func `touches that do not fit together are refused`() throws {
        var touches = CornerCross.places
        touches[2] = Point(x: 0.5, y: 0.5)
        #expect(throws: CalibrationFit.Misfit.self) {
            try CalibrationFit(touches: touches, crosses: CornerCross.places)
        }
        #expect(throws: CalibrationFit.Misfit.self) {
            try CalibrationFit(
                touches: Array(repeating: touches[0], count: 4), crosses: CornerCross.places)
        }
    }

    /// Runs the daemon, touches what `finger` says for each cross, and reads what it prints.
    private func calibrate(
        rotate: Int, _ touches: [Point]
    ) throws -> (status: Int32, output: String, log: String) {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/events"
        // What the file says of the glass so far does not count.
        let panel = """
            [display]
            rotate = \(rotate)
            [input]
            calibration = [0, 1, 0, 1, 0, 0]
            [[pages]]
            id = "main"
            strips = [{ id = "ch1", controls = [{ id = "level", type = "slider" }] }]
            """
        try Data(panel.utf8).write(to: URL(filePath: folder + "/panel.toml"))
        let device = DeviceDescription.slots(width: 4096, height: 4096)
        try Data(EvemuWriter.description(of: device).utf8)
            .write(to: URL(filePath: path + ".desc"))
        try #require(mkfifo(path, 0o600) == 0)
        let daemon = try DaemonProcess([
            "--calibrate", "--panel", folder + "/panel.toml", "--display", "memory:800x480",
            "--touch", "events:" + path,
        ])
        // Waits until the daemon reads.
        let writer = open(path, O_WRONLY | O_CLOEXEC)
        try #require(writer >= 0)
        for (index, touch) in touches.enumerated() {
            let (x, y) = (Int32(touch.x * 4096), Int32(touch.y * 4096))
            let events: [(EventCode, Int32)] = [
                (.id, Int32(index)), (.mtX, x), (.mtY, y), (.report, 0), (.id, -1), (.report, 0),
            ]
            let bytes = EventCode.bytes(of: events)
            try #require(write(writer, bytes, bytes.count) == bytes.count)
        }
        let status = try daemon.status()
        close(writer)
        return (status, daemon.printed, daemon.log)
    }

    @Test(arguments: zip(glasses.dropLast(), [0, 90, 180, 270, 90]))
    func `four touches say how the glass lies, also on a turned screen`(
        _ glass: Glass, rotate: Int
    ) throws {
        // Where the crosses of the turned picture are on the screen.
        let turn = CalibrationMatrix(pictureRotatedBy: (360 - rotate) % 360)
        let touches = CornerCross.places.map { place in
            let point = turn.apply(x: place.x, y: place.y)
            return glass.device(Point(x: point.x, y: point.y))
        }
        let result = try calibrate(rotate: rotate, touches)
        #expect(result.status == 0, "\(result.log)")
        let line = try JSON.object(parsing: Array(result.output.utf8)[...])
        #expect(line["calibration"]?.array?.compactMap(\.number) == glass.matrix)
        #expect(line["touchscreen"]?.string?.hasSuffix("/events") == true)
        #expect(line["screen"]?.object?["rotate"]?.integer == Int64(rotate))
    }

    @Test func `after three rounds of touches that do not fit, it says so and ends`() throws {
        var places = CornerCross.places
        places[1] = Point(x: 0.4, y: 0.6)
        let result = try calibrate(rotate: 0, places + places + places)
        #expect(result.status == ExitStatus.failed)
        #expect(result.output.isEmpty)
        #expect(result.log.contains("the touches do not fit together"))
    }
}
