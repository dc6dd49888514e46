import Drawing
import EventLoop
import Foundation
import PanelProtocol
import Testing

@testable import GlassfaderDaemon
@testable import Panel

/// The light behind a screen, by files as the kernel has them.
final class DisplayDimmerTests {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "backlights-\(UUID().uuidString)").path
    private let loop: EventLoop
    private var log: [String] = []

    init() throws {
        loop = try EventLoop()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    private func add(_ name: String, maximum: Int = 200, now: Int = 150, type: String = "raw")
        throws
    {
        let path = "\(folder)/\(name)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for (file, text) in [
            ("max_brightness", "\(maximum)\n"), ("brightness", "\(now)\n"), ("type", "\(type)\n"),
        ] {
            try text.write(toFile: "\(path)/\(file)", atomically: false, encoding: .utf8)
        }
    }

    private func level(of name: String) throws -> String {
        try String(contentsOfFile: "\(folder)/\(name)/brightness", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func dimmer(_ change: (inout DisplayDescription) -> Void) throws -> DisplayDimmer {
        var description = DisplayDescription()
        change(&description)
        let dimmer = try DisplayDimmer(
            description, folder: folder, loop: loop,
            log: Log { [unowned self] in log.append($0.text) })
        try dimmer.start(card: "card0")
        return dimmer
    }

    private func run(until isSo: () throws -> Bool) throws {
        let limit = ContinuousClock.now + patience
        while try !isSo() {
            try #require(ContinuousClock.now < limit, "nothing happened for a minute")
            try loop.runOnce(waitingAtMost: .milliseconds(100))
        }
    }

    @Test func `the panel file sets the brightness, and an unset brightness is left alone`() throws
    {
        try add("panel")
        _ = try dimmer { _ in }
        #expect(try level(of: "panel") == "150")
        _ = try dimmer { $0.brightness = 50 }
        #expect(try level(of: "panel") == "100")
        #expect(log == [])
    }

    @Test func `a new panel file applies immediately and leaves unmentioned settings alone`()
        throws
    {
        try add("panel")
        let dimmer = try dimmer { $0.brightness = 50 }
        var other = DisplayDescription()
        other.brightness = 25
        other.dim = .init(after: .milliseconds(20), brightness: 10, firstTouch: .act)
        try dimmer.follow(other, card: "card0")
        #expect(try level(of: "panel") == "50")
        try run { try level(of: "panel") == "20" }
        other.dim?.brightness = 5
        try dimmer.follow(other, card: "card0")
        try run { try level(of: "panel") == "10" }
        try dimmer.follow(DisplayDescription(), card: "card0")
        #expect(try level(of: "panel") == "50")
        dimmer.setBrightness(80)
        other = DisplayDescription()
        other.blank = .init(after: .seconds(600), firstTouch: .act)
        try dimmer.follow(other, card: "card0")
        #expect(try level(of: "panel") == "160")
    }

    @Test(arguments: [
        (100.0, 255, 255), (50, 255, 128), (1, 255, 3), (0, 255, 3), (1, 20, 1), (0.2, 10_000, 100),
        (1, 1, 1), (200, 255, 255),
    ])
    func `no brightness is darker than one percent`(percent: Double, maximum: Int, level: Int) {
        #expect(Backlight.level(percent, maximum: maximum) == level)
    }

    @Test func `of several backlights, the named one is used, otherwise the best type`() throws {
        try add("a-raw")
        try add("b-firmware", type: "firmware")
        _ = try dimmer { $0.brightness = 10 }
        #expect(try [level(of: "a-raw"), level(of: "b-firmware")] == ["150", "20"])
        _ = try dimmer {
            $0.brightness = 30
            $0.backlight = .named("a-raw")
        }
        #expect(try [level(of: "a-raw"), level(of: "b-firmware")] == ["60", "20"])
    }

    @Test func `a backlight that is missing or not writable is logged once`() throws {
        _ = try dimmer { $0.brightness = 50 }
        #expect(log == ["no backlight: the brightness cannot be changed"])
        log = []
        _ = try dimmer { $0.backlight = .named("panel") }
        #expect(
            log == [
                "cannot change the brightness: cannot open \(folder)/panel/max_brightness: "
                    + "No such file or directory"
            ])
        log = []
        try add("panel")
        try FileManager.default.removeItem(atPath: "\(folder)/panel/brightness")
        try FileManager.default.createDirectory(
            atPath: "\(folder)/panel/brightness", withIntermediateDirectories: true)
        let broken = try dimmer { $0.brightness = 50 }
        broken.setBrightness(60)
        try broken.start(card: nil)
        #expect(
            log == [
                "cannot change the brightness: cannot open \(folder)/panel/brightness: "
                    + "Is a directory"
            ])
    }

    @Test(arguments: [
        ("0", "cannot use FOLDER/panel: it has no brightness that can be set"),
        ("high", "cannot read FOLDER/panel/max_brightness: it does not hold a number"),
    ])
    func `a backlight without a highest brightness is logged`(maximum: String, problem: String)
        throws
    {
        try add("panel")
        try maximum.write(
            toFile: "\(folder)/panel/max_brightness", atomically: false, encoding: .utf8)
        _ = try dimmer { $0.backlight = .named("panel") }
        let text = problem.replacing("FOLDER", with: folder)
        #expect(log == ["cannot change the brightness: \(text)"])
    }

    @Test func `a rejected brightness changes nothing, also for a backlight that comes later`()
        throws
    {
        let dimmer = try dimmer { _ in }
        #expect(throws: RequestError.self) {
            try dimmer.perform(DisplayRequest(brightness: 20, isBlank: true))
        }
        #expect(!dimmer.isBlank)
        try add("panel")
        try dimmer.start(card: "card0")
        #expect(try level(of: "panel") == "150")
    }

    @Test func `an untouched panel dims, then blanks, and a touch wakes it`() throws {
        try add("panel")
        let dimmer = try dimmer {
            $0.brightness = 80
            $0.dim = .init(after: .milliseconds(200), brightness: 10, firstTouch: .act)
            $0.blank = .init(after: .milliseconds(900), firstTouch: .swallow)
        }
        var told: [String] = []
        dimmer.onBlank = { told.append($0 ? "off" : "on") }
        dimmer.onIgnoreTouches = { told.append($0 ? "swallow" : "act") }
        try run { told.contains("act") || told.contains("off") }
        #expect(try level(of: "panel") == "20")
        try run { dimmer.isBlank }
        #expect(told == ["act", "off", "swallow"])
        told = []
        try dimmer.touched()
        #expect(!dimmer.isBlank && told == ["on", "act"])
        #expect(try level(of: "panel") == "160")
        // And it begins again.
        try run { dimmer.isBlank }
    }

    @Test func `a panel that dimmed, and is blank at the end, is bright afterwards`() throws {
        try add("panel")
        let dimmer = try dimmer {
            $0.dim = .init(after: .milliseconds(5), brightness: 10, firstTouch: .act)
        }
        try run { try level(of: "panel") == "20" }
        try dimmer.setBlank(true)
        dimmer.end()
        #expect(try level(of: "panel") == "150")
    }

    @Test func `a panel that was killed while it was dim is bright at the next start`() throws {
        try add("panel", now: 20)
        let dimmer = try dimmer {
            $0.dim = .init(after: .seconds(600), brightness: 10, firstTouch: .act)
        }
        #expect(try level(of: "panel") == "200" && dimmer.brightness == 100)
    }

    @Test func `under another console the screen is bright, and no time passes`() throws {
        try add("panel")
        let dimmer = try dimmer {
            $0.dim = .init(after: .milliseconds(5), brightness: 10, firstTouch: .act)
        }
        try run { try level(of: "panel") == "20" }
        try dimmer.setAway(true)
        #expect(try level(of: "panel") == "150")
        #expect(try loop.runOnce(waitingAtMost: .milliseconds(120)) == false)
        try dimmer.setAway(false)
        try run { try level(of: "panel") == "20" }
    }

    @Test func `a fader sets the brightness, and follows it`() throws {
        try add("panel")
        let dimmer = try dimmer { $0.brightness = 40 }
        let file = PanelFile(
            text: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "light", type = "slider", min = 1, max = 100, binds = "display.brightness" },
                ] }]
                """, name: "t.toml")
        let panel = try Panel(
            try #require(file.panel), width: 200, height: 300, fonts: FontCollection())
        dimmer.onBrightness = { panel.showBrightness($0, at: .zero) }
        panel.onBrightness = { dimmer.setBrightness($0) }
        try dimmer.start(card: "card0")
        let value = { panel["s.light"]?.state?.value.number }
        #expect(value() == 40)
        _ = try dimmer.perform(DisplayRequest(brightness: 75))
        #expect(value() == 75)
        let request = SetRequest(control: "s.light", change: .value(.number(20)))
        _ = try panel.apply(request, from: .client("c1", name: nil), at: .zero)
        #expect(try level(of: "panel") == "40" && dimmer.brightness == 20)
    }

    @Test func `a key blanks the panel once the finger on it has lifted`() throws {
        try add("panel")
        let dimmer = try dimmer { _ in }
        var isTouched = true
        dimmer.isTouched = { isTouched }
        try dimmer.blank(for: .touch(slot: 0))
        try dimmer.touched()
        try dimmer.blankAfterTouch()
        #expect(!dimmer.isBlank)
        isTouched = false
        try dimmer.blankAfterTouch()
        #expect(dimmer.isBlank)
        try dimmer.touched()
        try dimmer.blankAfterTouch()
        #expect(!dimmer.isBlank, "the next touch wakes it")
        try dimmer.blank(for: .client("c1", name: nil))
        #expect(dimmer.isBlank)
    }

    @Test func `a resting finger counts as activity`() throws {
        try add("panel")
        let dimmer = try dimmer {
            $0.dim = .init(after: .milliseconds(5), brightness: 10, firstTouch: .act)
        }
        var questions = 0
        dimmer.isTouched = {
            questions += 1
            return questions < 4
        }
        try run { questions >= 3 }
        #expect(try level(of: "panel") == "150")
        try run { try level(of: "panel") == "20" }
        // What was found is put back, though no brightness was asked for.
        dimmer.end()
        #expect(try level(of: "panel") == "150")
    }

    @Test func `without a configured time there is no timer, and clients can blank the panel`()
        throws
    {
        try add("panel")
        let dimmer = try dimmer { _ in }
        #expect(try loop.runOnce(waitingAtMost: .milliseconds(20)) == false)
        try dimmer.perform(DisplayRequest(brightness: 25, isBlank: true))
        #expect(dimmer.isBlank && dimmer.brightness == 25)
        #expect(try level(of: "panel") == "50")
        try dimmer.perform(DisplayRequest(isBlank: false))
        #expect(!dimmer.isBlank)
    }
}
