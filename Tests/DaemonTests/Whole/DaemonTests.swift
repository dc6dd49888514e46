import Drawing
import Evdev
import Foundation
import TestVectors
import Testing
import TouchEvents

@testable import GlassfaderDaemon

/// The whole daemon, from a recorded finger or a client's request to the picture and the socket.
struct DaemonTests {
    /// The middle of a control.
    private func middle(_ frame: Rect) -> Point {
        Point(x: frame.midX, y: frame.midY)
    }

    private func copy(_ bitmap: Bitmap) -> Bitmap {
        let copy = Bitmap(width: bitmap.width, height: bitmap.height, format: .xrgb32)
        copy.copy(from: bitmap, clippedTo: Region(bitmap.bounds))
        return copy
    }

    // MARK: Levels

    @Test func `levels from a client are shown, and fall when it stops sending`() throws {
        let desk = try RunningDaemon(
            """
            version = 1
            name = "desk"
            [[pages]]
            id = "main"
            strips = [{ id = "ch1", controls = [
              { id = "meter", type = "meter", channels = 2, stale_ms = 50, falloff = 1000 },
            ] }]
            """)
        let client = try desk.client()
        let hello = try #require(client.lines.first?["hello"] as? [String: Any])
        #expect((hello["features"] as? [String])?.contains("meters") == true)
        let silent = copy(try desk.shown)
        client.send(#"{"cmd":"meters","v":{"ch1.meter":[-6,-12]}}"#)
        try desk.run { desk.shows(otherThan: silent) }
        try desk.run { !desk.shows(otherThan: silent) }
        #expect(client.lines.count == 1, "no reply")
    }

    // MARK: Fingers

    @Test func `two fingers move two faders, and a subscribed client is notified of both`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let start = (
            middle(try desk.frame(of: "ch1.level")), middle(try desk.frame(of: "ch2.level"))
        )
        let first = finger(0).lands(at: start.0).moves(from: start.0, dy: -80, steps: 10).lifts()
        let second = finger(1).lands(at: start.1).moves(from: start.1, dy: 80, steps: 10).lifts()
        try desk.play(first.and(second))
        try desk.run {
            watcher.read()
                && ["ch1.level", "ch2.level"].allSatisfy {
                    watcher.phases(of: $0).contains("ended")
                }
        }

        let snapshot = try #require(watcher.reply(to: 1))
        let values = try #require(snapshot["snapshot"] as? [String: [String: Any]])
        #expect(values["ch1.level"]?["value"] as? Double == -10)
        for (slot, control) in ["ch1.level", "ch2.level"].enumerated() {
            let events = watcher.events(of: control)
            let phases = watcher.phases(of: control)
            #expect(phases.first == "began" && phases.last == "ended")
            #expect(Set(phases.dropFirst().dropLast()) == ["changed"])
            #expect(Set(events.compactMap { $0["gesture"] as? Int }).count == 1)
            let sources = events.compactMap { $0["source"] as? [String: Any] }
            #expect(sources.allSatisfy { $0["kind"] as? String == "touch" })
            #expect(sources.allSatisfy { $0["slot"] as? Int == slot })
            let numbers = events.compactMap { $0["seq"] as? Int }
            #expect(
                numbers.count == events.count && zip(numbers, numbers.dropFirst()).allSatisfy(<))
            let times = events.compactMap { $0["t"] as? Int }
            #expect(zip(times, times.dropFirst()).allSatisfy(<=))
            #expect(events.last?["value"] as? Double == (try desk.value(of: control)))
        }
        #expect(try desk.value(of: "ch1.level") > -10)
        #expect(try desk.value(of: "ch2.level") < -10)
        let gestures = watcher.lines.compactMap { $0["gesture"] as? Int }
        #expect(Set(gestures).count == 2)
    }

    @Test func `fingers that move, and what is drawn of them, are not logged`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let before = desk.log
        let picture = copy(try desk.shown)
        let start = middle(try desk.frame(of: "ch1.level"))
        try desk.play(finger(0).lands(at: start).moves(from: start, dy: -120, steps: 100).lifts())
        try desk.run { watcher.read() && watcher.phases(of: "ch1.level").contains("ended") }
        try desk.run { desk.shows(otherThan: picture) }
        // The recording does not say how large its glass is.
        let news = desk.log.dropFirst(before.count)
        #expect(
            news.filter { !$0.contains("the size of the glass is unknown") } == ["played fingers"])
        #expect(watcher.events(of: "ch1.level").count > 20)
    }

    @Test func `a recording that ends with a finger down cancels the touch`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        try desk.play(finger(3).lands(at: middle(desk.frame(of: "ch2.level"))))
        try desk.run { watcher.read { $0["phase"] as? String == "cancelled" } }
        let events = watcher.events(of: "ch2.level")
        #expect(watcher.phases(of: "ch2.level") == ["began", "cancelled"])
        #expect(events.last?["reason"] as? String == "device-lost")
        #expect(events.last?["value"] as? Double == -10)
        #expect(desk.daemon.touchscreens.count == 0)
    }

    @Test func `a recording produces the same events at every speed`() throws {
        let sayings = try [ReplaySpeed.recorded, .times(3), .unlimited].map { speed in
            let desk = try RunningDaemon()
            let watcher = try desk.subscriber()
            let start = middle(try desk.frame(of: "ch1.level"))
            let drag = finger(0, every: .milliseconds(28)).lands(at: start)
                .moves(from: start, dy: 80, steps: 10).lifts()
            try desk.daemon.touchscreens.play(
                drag.recording(on: desk.touchscreen), named: "finger", speed: speed)
            try desk.run { watcher.read { $0["phase"] as? String == "ended" } }
            let events = watcher.events(of: "ch1.level")
            let times = events.compactMap { $0["t"] as? Int }
            let span = try #require(times.last) - (try #require(times.first))
            // What a client gets of the values between depends on when it reads.
            return [
                events.first?["value"] as? Double, events.last?["value"] as? Double, Double(span),
            ]
        }
        #expect(sayings[0][2].map { $0 >= 200_000 } == true)
        #expect(sayings[1] == sayings[0] && sayings[2] == sayings[0])
    }

    static let recordings: [String] = {
        let folder = TestFiles.recordings.path
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasSuffix(".events") || $0.hasSuffix(".evemu") }.sorted()
    }()

    @Test(
        .enabled(
            if: !recordings.isEmpty,
            "the recordings are not part of the sources; GLASSFADER_RECORDINGS names their folder"),
        arguments: recordings)
    func `every gesture of a recorded touchscreen that begins also ends`(file: String) throws {
        let path = TestFiles.recordings.appending(path: file).path
        let desk = try RunningDaemon(
            TestFiles.text("Config/mixer.toml"), width: 1280, height: 800)
        let watcher = try desk.subscriber()
        let recording = try EvemuRecording(contentsOf: path).hastened(by: 10)
        try desk.daemon.touchscreens.play(recording, named: file)
        try desk.run { desk.daemon.touchscreens.count == 0 }
        watcher.send(#"{"id":2,"cmd":"ping"}"#)
        try desk.run { watcher.read { $0["id"] as? Int == 2 } }
        var held: [Int: String] = [:]
        for event in watcher.lines where event["event"] != nil {
            let gesture = try #require(event["gesture"] as? Int)
            let control = try #require(event["control"] as? String)
            switch event["phase"] as? String {
            case "began": #expect(held.updateValue(control, forKey: gesture) == nil)
            case "changed": #expect(held[gesture] == control)
            default: #expect(held.removeValue(forKey: gesture) == control)
            }
        }
        #expect(held.isEmpty)
    }

    // MARK: Clients

    @Test func `a tap within one report is two events, and a master reports its group`() throws {
        let desk = try RunningDaemon(
            """
            [[pages]]
            id = "main"
            strips = [{ id = "ch{n}", count = 2, controls = [
              { id = "mute", type = "switch", label = "M", groups = ["m"] },
            ] }, { id = "main", controls = [
              { id = "all", type = "button", label = "All", master = "m" },
              { id = "talk", type = "button", label = "Talk" },
            ] }]
            """)
        let watcher = try desk.subscriber()
        let taps = try ["main.talk", "main.all"].reduce(finger(0)) { script, control in
            try script.lands(at: middle(desk.frame(of: control))).lifts()
        }
        try desk.play(taps)
        try desk.run { watcher.read { $0["control"] as? String == "ch2.mute" } }
        let events = watcher.lines.filter { $0["event"] != nil }
        #expect(
            events.map { "\($0["control"] ?? "") \($0["value"] as? Int ?? -1)" } == [
                "main.talk 1", "main.talk 0", "main.all 1", "ch1.mute 1", "ch2.mute 1",
            ])
        #expect(events.allSatisfy { $0["phase"] as? String == "set" && $0["gesture"] == nil })
        let sources = events.compactMap { $0["source"] as? [String: Any] }
        #expect(
            sources.compactMap { $0["kind"] as? String } == [
                "touch", "touch", "touch", "link", "link",
            ])
        #expect(sources.last?["of"] as? String == "main.all")
        watcher.send(#"{"id":9,"cmd":"set","control":"main.all","value":false}"#)
        // A finger has just been there: it is applied a little later.
        try desk.run { watcher.read { $0["value"] as? Double == 0 && $0["seq"] as? Int == 8 } }
        #expect(watcher.events(of: "ch1.mute").last?["value"] as? Double == 0)
        #expect(watcher.events(of: "ch2.mute").last?["value"] as? Double == 0)
    }

    @Test func `one client's change reaches another one, and the picture changes only there`()
        throws
    {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let client = try desk.client()
        let before = copy(try desk.shown)
        client.send(#"{"id":5,"cmd":"set","control":"ch1.level","value":-30.04}"#)
        try desk.run {
            client.read { $0["id"] as? Int == 5 } && watcher.read { $0["event"] != nil }
                && desk.shows(otherThan: before)
        }

        let answer = try #require(client.reply(to: 5))
        #expect(answer["applied"] as? Bool == true)
        #expect(answer["value"] as? Double == -30)
        let event = try #require(watcher.events(of: "ch1.level").last)
        #expect(event["phase"] as? String == "set")
        #expect(event["value"] as? Double == -30)
        #expect((event["source"] as? [String: Any])?["kind"] as? String == "client")
        #expect(client.events(of: "ch1.level").isEmpty)

        let frame = try desk.frame(of: "ch1.level")
        let changed = try desk.shown.differingPixels(from: before)
        let fader = PixelRect(
            x: Int(frame.minX), y: Int(frame.minY), width: Int(frame.width),
            height: Int(frame.height))
        #expect(!changed.intersection(fader).isEmpty)
        // Beside the fader there is only its value, in its own strip.
        let besides = changed.subtracting(fader)
        let next = Int(try desk.frame(of: "ch2.level").minX)
        #expect(besides.extents.maxX < next)
        #expect(besides.extents.height < 40)
    }

    @Test func `a fader under a finger does not move, whatever a client sets`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let start = middle(try desk.frame(of: "ch1.level"))
        try desk.play(finger(0).lands(at: start).lifts(after: .seconds(3600)))
        try desk.run { watcher.read { $0["phase"] as? String == "began" } }
        watcher.send(#"{"id":7,"cmd":"set","control":"ch1.level","value":-20}"#)
        try desk.run { watcher.read { $0["id"] as? Int == 7 } }
        let answer = try #require(watcher.reply(to: 7))
        #expect(answer["applied"] as? Bool == false)
        #expect(answer["reason"] as? String == "touched")
        #expect(answer["value"] as? Double == -10)
        #expect(try desk.value(of: "ch1.level") == -10)
    }

    @Test func `at the end touches are cancelled and every client receives the disconnect reason`()
        throws
    {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let other = try desk.client()
        let start = middle(try desk.frame(of: "ch1.level"))
        try desk.play(finger(0).lands(at: start).lifts(after: .seconds(3600)))
        try desk.run { watcher.read { $0["phase"] as? String == "began" } }
        try desk.daemon.end()
        #expect(watcher.waitForEnd() && other.waitForEnd())
        #expect(watcher.phases(of: "ch1.level") == ["began", "cancelled"])
        #expect(watcher.events(of: "ch1.level").last?["reason"] as? String == "shutdown")
        for client in [watcher, other] {
            #expect(client.lines.last?["event"] as? String == "bye")
            #expect(client.lines.last?["reason"] as? String == "shutdown")
        }
        #expect(!FileManager.default.fileExists(atPath: desk.socketPath))
    }

    @Test func `of twenty subscribed clients, one that never reads delays nobody`() throws {
        let desk = try RunningDaemon()
        let watchers = try (0..<19).map { _ in try desk.subscriber() }
        let sleeper = try desk.subscriber()
        let client = try desk.client()
        // More than a socket takes: a few hundred lines fill it.
        for number in 1...600 {
            let value = -Double(number % 80)
            client.send(#"{"cmd":"set","control":"ch1.level","value":\#(value)}"#)
            if number % 50 != 0 { continue }
            try desk.run {
                watchers.allSatisfy { watcher in
                    watcher.read()
                        && watcher.events(of: "ch1.level").last?["value"] as? Double == value
                }
            }
        }
        for watcher in watchers {
            #expect(watcher.phases(of: "ch1.level") == Array(repeating: "set", count: 600))
        }
        // It wakes up, reads what there is, and knows what everybody knows.
        client.send(#"{"cmd":"set","control":"ch1.level","value":5.5}"#)
        try desk.run {
            sleeper.read { line in
                let told = line["control"] as? String == "ch1.level" ? line : nil
                let snapshot = (line["snapshot"] as? [String: Any])?["ch1.level"] as? [String: Any]
                return (told ?? snapshot)?["value"] as? Double == 5.5
            }
        }
        #expect(!sleeper.readToEnd())
    }

    // MARK: Pictures

    @Test func `a display of another size causes a new layout of the panel`() throws {
        let desk = try RunningDaemon()
        let watcher = try desk.subscriber()
        let wide = try desk.frame(of: "ch2.level")
        try desk.play(finger(0).lands(at: middle(wide)).lifts(after: .seconds(3600)))
        try desk.run { watcher.read { $0["phase"] as? String == "began" } }

        let small = try MemoryDisplay(loop: desk.daemon.loop, width: 480, height: 320)
        try desk.daemon.shown.show(on: small)
        try desk.run { watcher.read { $0["phase"] as? String == "cancelled" } }
        try desk.run { desk.daemon.screen?.isShown == true }

        #expect(watcher.events(of: "ch2.level").last?["reason"] as? String == "page")
        let frame = try desk.frame(of: "ch2.level")
        #expect(frame != wide)
        #expect(Rect(x: 0, y: 0, width: 480, height: 320).contains(middle(frame)))
        #expect(frame.maxX <= 480 && frame.maxY <= 320)
        // The same touchscreen now stands for the smaller picture.
        try desk.play(finger(0).lands(frame.midX * 800 / 480, frame.midY * 480 / 320).lifts())
        try desk.run { watcher.read { $0["phase"] as? String == "ended" } }
        #expect(watcher.phases(of: "ch2.level") == ["began", "cancelled", "began", "ended"])
    }

    @Test func `a screenshot does not follow a link that somebody else has created`() throws {
        let desk = try RunningDaemon()
        let victim = desk.folder + "/victim"
        try Data("mine".utf8).write(to: URL(filePath: victim))
        // The name beside the picture that could be guessed.
        #expect(symlink(victim, "\(desk.screenshotPath).\(getpid()).tmp") == 0)
        try desk.daemon.end()
        #expect(try String(contentsOfFile: victim, encoding: .utf8) == "mine")
        let names = try FileManager.default.contentsOfDirectory(atPath: desk.folder)
        #expect(names.contains("panel.png") && !names.contains { $0.hasPrefix(".") })
    }

    @Test func `the screenshot is the last picture shown`() throws {
        let desk = try RunningDaemon()
        let client = try desk.client()
        let before = copy(try desk.shown)
        client.send(#"{"cmd":"set","control":"ch2.level","value":3}"#)
        try desk.run { desk.shows(otherThan: before) }
        let shown = try desk.shown
        try desk.daemon.end()
        let file = try Data(contentsOf: URL(filePath: desk.screenshotPath))
        #expect(try Bitmap(pngData: [UInt8](file)).looksLike(shown))
        #expect(!shown.looksLike(Bitmap(width: 800, height: 480, format: .xrgb32)))
    }
}
