import Drawing
import Evdev
import Foundation
import Panel
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// Recordings of real touchscreens, and the touches that an independent tracker finds in them.
struct TouchRecordingTests {
    static let isAvailable = FileManager.default.fileExists(
        atPath: TestFiles.recordings.appending(path: "expected.json").path)

    @Test(
        .enabled(
            if: isAvailable,
            "the recordings are not part of the sources; GLASSFADER_RECORDINGS names their folder"))
    func `every recorded touch keeps the place and time of its begin and end`() throws {
        let expectations = try expectations()
        for expected in expectations {
            let stream = expected.withoutCancelsAtEnd(try touches(in: expected.file))
            #expect(stream.count == expected.touchEvents, "\(expected.file)")
            #expect(Set(stream.map(\.contact)).count == expected.contacts, "\(expected.file)")
            #expect(
                mostAtOnce(in: stream) == expected.maxSimultaneous, "\(expected.file)")
            #expect(
                try sha256(stream.map(\.description).joined(separator: "\n"))
                    == expected.sha256OfStream, "\(expected.file)")
            for touch in expected.touches {
                let own = stream.filter { $0.contact == touch.contact }
                #expect(own.first == touch.began.touch("began", touch.contact), "\(expected.file)")
                if let end = touch.end {
                    #expect(own.last == end.touch(touch.contact), "\(expected.file)")
                } else {
                    #expect(["began", "moved"].contains(own.last?.phase), "\(expected.file)")
                }
                #expect(own.count { $0.phase == "moved" } == touch.moves, "\(expected.file)")
            }
        }
        print("\(expectations.count) recordings replayed")
    }

    /// A touch ends where it did, or a little beside it: a resting finger is held within
    /// `Hysteresis.strayFactor` times the noise, and a step made by lifting is taken back.
    @Test(.enabled(if: isAvailable, "the recordings are not part of the sources"))
    func `on a capacitive panel every recorded touch keeps its begin and ends near its end`() throws
    {
        let reach = Hysteresis.strayFactor * Hysteresis.mostNoise
        var ends: [Double] = []
        var takenBack: Set<Finger> = []
        let expectations = try expectations()
        for expected in expectations {
            let stream = try touches(
                in: expected.file, filters: FilterDescription(for: .capacitive))
            let raw = try touches(in: expected.file)
            let units = try unitsPerMillimetre(of: expected.file)
            func distance(_ one: TouchVector.Touch, _ other: TouchVector.Touch) -> Double {
                hypot(Double(one.x - other.x) / units.x, Double(one.y - other.y) / units.y)
            }
            #expect(Set(stream.map(\.contact)).count == expected.contacts, "\(expected.file)")
            for touch in expected.touches {
                let own = stream.filter { $0.contact == touch.contact }
                #expect(own.first == touch.began.touch("began", touch.contact), "\(expected.file)")
                guard let last = own.last, let end = touch.end?.touch(touch.contact) else {
                    continue
                }
                #expect(last.t == end.t && last.phase == end.phase, "\(expected.file)")
                ends.append(distance(last, end))
                guard distance(last, end) > reach else { continue }
                // The last is the end itself, and the one before it the step that was taken back.
                let places = raw.filter { $0.contact == touch.contact }.dropLast(2)
                let beforeLast = try #require(places.last)
                #expect(distance(last, beforeLast) <= reach, "\(expected.file)")
                takenBack.insert(Finger(file: expected.file, contact: touch.contact))
            }
        }
        // What is known of single recordings counts where they are: the folder may hold others.
        let files = Set(expectations.map(\.file))
        let known = Self.fingersThatStepAsTheyLift.filter { files.contains($0.file) }
        #expect(takenBack.filter { finger in known.contains { $0.file == finger.file } } == known)
        guard known == Self.fingersThatStepAsTheyLift else { return }
        // Nine of ten are off by less than anybody sees.
        #expect(ends.count { $0 > 0.3 } * 10 <= ends.count)
    }

    private struct Finger: Hashable {
        var file: String
        var contact: Int
    }

    private static let fingersThatStepAsTheyLift: Set = [
        Finger(
            file: "evemu-devices/touchscreens/EP0430M09.4-finger-drag-down.events", contact: 1)
    ]

    private static let flick = "aosp/google_pixel_tablet_touchscreen.evemu"

    @Test(
        .enabled(
            if: FileManager.default.fileExists(
                atPath: TestFiles.recordings.appending(path: flick).path),
            "the recordings are not part of the sources"))
    func `a recorded flick keeps every sample`() throws {
        #expect(
            try touches(in: Self.flick, filters: FilterDescription(for: .capacitive))
                == touches(in: Self.flick))
    }

    private func expectations() throws -> [Expectations.Recording] {
        try JSONDecoder().decode(
            Expectations.self,
            from: Data(contentsOf: TestFiles.recordings.appending(path: "expected.json"))
        ).recordings
    }

    /// What a device tells, or else what suits a tablet computer: the recordings are of such.
    private static func scale(of axes: (x: Axis, y: Axis), on picture: Size) -> TouchScale {
        var axes = axes
        if axes.x.resolution == 0 || axes.y.resolution == 0 {
            axes.x.resolution = Int32((axes.x.units / 277).rounded())
            axes.y.resolution = axes.x.resolution
        }
        return TouchScale(of: axes, .identity, on: TouchedPicture(size: picture))
    }

    private func unitsPerMillimetre(of file: String) throws -> (x: Double, y: Double) {
        let recording = try EvemuRecording(text(of: file), device: description(beside: file))
        let axes = try #require(recording.device.positionAxes)
        return Self.scale(of: axes, on: Size(width: 1, height: 1)).unitsPerMillimetre
    }

    /// Plays a recording as the daemon does: from one time that something is due to the next.
    private func touches(
        in file: String, filters: FilterDescription = .off
    ) throws -> [TouchVector.Touch] {
        let text = try text(of: file)
        let recording = try EvemuRecording(text, device: try description(beside: file))
        let start = Duration.seconds(1000)
        let screen = try RecordedTouchscreen(recording, from: start)
        let axes = try #require(screen.device.positionAxes)
        // An output as large as the range is wide: a point is a device unit.
        let size = Size(width: axes.x.units, height: axes.y.units)
        var pipeline = TouchPipeline(
            axes: axes, width: size.width, height: size.height,
            scale: Self.scale(of: axes, on: size), filters: filters)
        var stream: [TouchVector.Touch] = []
        while let next = screen.nextEventTime {
            while let deadline = pipeline.nextDeadline, deadline < next {
                _ = pipeline.advance(to: deadline)
            }
            for report in screen.readReports(until: next) {
                for update in pipeline.process(report.contacts, at: report.time) {
                    stream.append(
                        TouchVector.Touch(
                            t: Int64((report.time - start) / .microseconds(1)),
                            phase: "\(update.phase)", contact: update.number,
                            x: Int32(update.x.rounded()) + axes.x.minimum,
                            y: Int32(update.y.rounded()) + axes.y.minimum))
                }
            }
        }
        return stream
    }

    /// An `.events` file belongs to the `.desc` whose name it begins with.
    private func description(beside file: String) throws -> DeviceDescription? {
        let file = TestFiles.recordings.appending(path: file)
        let neighbours = try FileManager.default.contentsOfDirectory(
            atPath: file.deletingLastPathComponent().path)
        let description = neighbours.first {
            $0.hasSuffix(".desc") && file.lastPathComponent.hasPrefix($0.dropLast("desc".count))
        }
        guard let description else { return nil }
        return try DeviceDescription(
            evemu: String(
                decoding: Data(
                    contentsOf: file.deletingLastPathComponent().appending(path: description)),
                as: UTF8.self))
    }

    private func text(of file: String) throws -> String {
        String(
            decoding: try Data(contentsOf: TestFiles.recordings.appending(path: file)),
            as: UTF8.self)
    }

    private func mostAtOnce(in stream: [TouchVector.Touch]) -> Int {
        var down: Set<Int> = []
        var most = 0
        for touch in stream {
            switch touch.phase {
            case "began": down.insert(touch.contact)
            case "moved": break
            default: down.remove(touch.contact)
            }
            most = max(most, down.count)
        }
        return most
    }

    private func sha256(_ text: String) throws -> String {
        let tool = Process()
        tool.executableURL = URL(filePath: "/usr/bin/sha256sum")
        let input = Pipe()
        let output = Pipe()
        tool.standardInput = input
        tool.standardOutput = output
        try tool.run()
        try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
        try input.fileHandleForWriting.close()
        let line = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        tool.waitUntilExit()
        return String(line.prefix { $0 != " " })
    }
}

private struct Expectations: Decodable {
    struct Recording: Decodable {
        var file: String
        var touchEvents: Int
        var contacts: Int
        var maxSimultaneous: Int
        var sha256OfStream: String
        var touches: [Touch]

        /// A recording may stop while fingers are down. Whoever plays it takes them away then; the
        /// expectations leave them where they were.
        func withoutCancelsAtEnd(_ stream: [TouchVector.Touch]) -> [TouchVector.Touch] {
            let left = Set(touches.filter { $0.end == nil }.map(\.contact))
            let last = stream.lastIndex { $0.phase != "cancelled" || !left.contains($0.contact) }
            return Array(stream[...(last ?? -1)])
        }
    }

    struct Touch: Decodable {
        var contact: Int
        var began: Place
        var moves: Int
        var end: End?
    }

    /// Time and position in an array.
    struct Place: Decodable {
        var t: Int64
        var x: Int32
        var y: Int32

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            try self.init(from: &values)
        }

        init(from values: inout any UnkeyedDecodingContainer) throws {
            t = try values.decode(Int64.self)
            x = try values.decode(Int32.self)
            y = try values.decode(Int32.self)
        }

        func touch(_ phase: String, _ contact: Int) -> TouchVector.Touch {
            TouchVector.Touch(t: t, phase: phase, contact: contact, x: x, y: y)
        }
    }

    /// Phase, time and position in an array.
    struct End: Decodable {
        var phase: String
        var place: Place

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            phase = try values.decode(String.self)
            place = try Place(from: &values)
        }

        func touch(_ contact: Int) -> TouchVector.Touch { place.touch(phase, contact) }
    }

    var recordings: [Recording]
}
