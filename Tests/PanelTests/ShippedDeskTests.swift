import Drawing
import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// The desks in `Config`, on the screens for which they are made.
struct ShippedDeskTests {
    /// A desk and a screen: 7, 10 and 21 inches, and screens that do not report their size.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let width: Int
        let height: Int
        var millimetres: Size?

        var testDescription: String { "\(name) at \(width)×\(height)" }
    }

    static let cases = [
        Case(name: "minimal", width: 800, height: 480),
        Case(name: "minimal", width: 480, height: 320),
        Case(name: "mixer", width: 1280, height: 800),
        Case(
            name: "mixer", width: 1920, height: 1080, millimetres: Size(width: 476, height: 268)),
        Case(name: "live", width: 1920, height: 1080, millimetres: Size(width: 476, height: 268)),
        Case(name: "live", width: 1920, height: 1080),
        Case(name: "live", width: 1280, height: 800, millimetres: Size(width: 217, height: 136)),
        Case(name: "live", width: 1280, height: 800),
        Case(name: "monitor", width: 800, height: 480, millimetres: Size(width: 154, height: 86)),
        Case(name: "monitor", width: 800, height: 480),
        Case(name: "room", width: 1024, height: 600, millimetres: Size(width: 154, height: 86)),
        Case(name: "room", width: 1280, height: 800),
        Case(name: "synth", width: 1280, height: 800, millimetres: Size(width: 217, height: 136)),
        Case(name: "synth", width: 1280, height: 800),
        Case(name: "transport", width: 800, height: 480, millimetres: Size(width: 154, height: 86)),
        Case(name: "transport", width: 800, height: 480),
        Case(name: "transport", width: 1024, height: 600),
        Case(
            name: "transport", width: 1280, height: 800, millimetres: Size(width: 217, height: 136)
        ),
        Case(name: "transport", width: 1280, height: 800),
        Case(name: "bar", width: 480, height: 1920),
        Case(name: "bar", width: 1920, height: 480),
    ]

    private func description(_ name: String) throws -> PanelDescription {
        let path = "Config/\(name).toml"
        let file = PanelFile(text: try TestFiles.text(path), name: path)
        #expect(file.errors.map(\.description) == [])
        #expect(file.warnings.map(\.description) == [])
        return try #require(file.panel)
    }

    @Test(arguments: 1...8) func `each DCA of the live desk moves and mutes channels`(n: Int) throws
    {
        let desk = try PanelDesk(panel: try TestFiles.text("Config/live.toml"))
        // The faders of the channels are at -∞ dB, where no DCA can move them.
        for index in 1...32 { try desk.set("ch\(index).level", -10) }
        try desk.set("dca\(n).mute", 1)
        try desk.set("dca\(n).level", -20)
        let channels = 1...32
        let muted = channels.filter { desk.value("ch\($0).mute") == 1 }
        let moved = try channels.filter {
            try desk.effective("ch\($0).level").map { $0.value != -10 } ?? false
        }
        #expect(!muted.isEmpty && muted == moved, "\(muted), \(moved)")
    }

    @Test(arguments: cases)
    func `everything has its least size, and nothing overlaps or is cut off`(desk: Case) throws {
        let panel = try description(desk.name)
        let problems = panel.problems(
            atWidth: desk.width, height: desk.height, millimetres: desk.millimetres)
        // Upright, the bar shows how a page becomes banks by itself.
        let isDivided = desk.name == "bar" && desk.width < desk.height
        #expect(
            problems.map(\.message)
                == (isDivided
                    ? [
                        "at 480×1920 the page is too narrow for its 8 strips: "
                            + "it has 2 banks of 4, as with 'banks = 4'"
                    ] : []))
        let divided = panel.divided(
            atWidth: desk.width, height: desk.height, millimetres: desk.millimetres)
        let layouts = divided.layouts(
            atWidth: desk.width, height: desk.height, millimetres: desk.millimetres)
        for (page, layout) in zip(divided.allPages, layouts) {
            for (strip, places) in zip(page.strips, layout.strips) {
                // Of cards, only one is seen.
                let seen = zip(strip.controls, places.controls).filter { control, _ in
                    control.card.map { card in
                        panel.controls.contains {
                            $0.id == card.chooser && $0.kind.defaultValue?.text == card.word
                        }
                    } ?? true
                }.map(\.1)
                let texts = seen.flatMap { [$0.caption, $0.value] } + [places.title]
                let all = seen.map(\.frame) + texts.compactMap(\.self) + places.lines
                for (index, rect) in all.enumerated() {
                    #expect(places.frame.contains(rect), "\(strip.id): \(rect)")
                    for other in all[..<index] {
                        #expect(!rect.intersects(other), "\(strip.id): \(rect) and \(other)")
                    }
                }
            }
        }
    }

    @Test(arguments: cases)
    func `no text is cut or too small, and no handle`(desk: Case) throws {
        let preview = try PanelPreview(
            of: description(desk.name), width: desk.width, height: desk.height,
            millimetres: desk.millimetres)
        #expect(preview.findings().map(\.message) == [])
        #expect(preview.missingGlyphs().map(\.message) == [])
    }

    /// The desks with their pictures in the article.
    @Test(arguments: [
        ("minimal", "main", 800, 480), ("monitor", "mix", 800, 480), ("room", "room", 1024, 600),
        ("synth", "sound", 1280, 800), ("synth", "steps", 1280, 800), ("live", "mix/1", 1280, 800),
        ("live", "channel", 1280, 800), ("transport", "tape", 1024, 600),
        ("bar", "mix/1", 480, 1920),
    ])
    func `its picture in the documentation is what it looks like`(
        name: String, page: String, width: Int, height: Int
    ) throws {
        let preview = try PanelPreview(of: description(name), width: width, height: height)
        let png = try preview.png(page: page, showing: Self.signals[name] ?? { _, _ in })
        let folder = "Sources/GlassfaderDaemon/GlassfaderDaemon.docc"
        let shortName = page.split(separator: "/").first.map(String.init) ?? page
        let file = TestFiles.packageRoot.appending(path: "\(folder)/desk-\(name)-\(shortName).png")
        if ProcessInfo.processInfo.environment["GLASSFADER_PICTURES"] == "write" {
            return try Data(png).write(to: file)
        }
        let drawn = try Bitmap(pngData: png)
        let known = try Image(contentsOfFile: file.path).bitmap
        try #require(known.width == drawn.width && known.height == drawn.height)
        // Another machine's arithmetic rounds differently in hardly a pixel.
        let differing = drawn.differingPixels(from: known, tolerance: 24)
        #expect(differing.rects.reduce(0) { $0 + $1.width * $1.height } <= 64)
    }

    /// What a program sends to the desks that have a picture with signals.
    private static let signals: [String: @Sendable (Panel, Duration) throws -> Void] = [
        "transport": { panel, time in
            let beats = (0..<3000).map { sample -> Double in
                let time = Double(sample) / 100
                guard time > 7 else { return -48 }
                let beat = time.truncatingRemainder(dividingBy: 0.75)
                let phrase = time.truncatingRemainder(dividingBy: 6) / 6
                return -7 - beat * 30 * (1.4 - phrase) - Double(sample * 37 % 11) / 2
            }
            try panel.show([PlotPoints(control: "tape.wave", points: beats)], at: time)
            try panel.show([MeterLevels(control: "in.gain", decibels: [-14, -17])], at: time)
            for (control, value) in [
                ("tape.time", ControlValue.parts([.init("seconds", 1384), .init("running", 0)])),
                ("tape.record", .boolean(true)), ("tape.take", .number(7)),
            ] {
                _ = try panel.apply(
                    SetRequest(control: control, change: .value(value)),
                    from: .client("c1", name: nil), at: time)
            }
        }
    ]

    @Test func `every desk in the folder is tested`() throws {
        let folder = TestFiles.packageRoot.appending(path: "Config")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".toml") }.map { String($0.dropLast(5)) }
        // The gallery has tests of its own.
        #expect(Set(names) == Set(Self.cases.map(\.name)).union(["gallery"]))
    }
}
