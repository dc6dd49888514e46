import Controls
import Drawing
import Fingers
import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// What `Config/gallery.toml` looks like, in each theme.
///
/// The pictures are in `Tests/PanelTests/Gallery`. With GLASSFADER_PICTURES=write in the
/// environment they are written again; look at them before they are committed.
struct GalleryTests {
    private static let pictures = TestFiles.tests.appending(path: "PanelTests/Gallery")
    private static let size = (width: 1280, height: 800)
    /// What the meters show: one is too loud.
    private static let levels = [
        MeterLevels(control: "mono.meter", decibels: [-9]),
        MeterLevels(control: "stereo.meter", decibels: [-16, 0.5]),
        MeterLevels(control: "lamps.meter", decibels: [-4, -12]),
        MeterLevels(control: "channel.level", decibels: [-22]),
        MeterLevels(control: "gain.meter", decibels: [-7]),
        MeterLevels(control: "dynamics.comp", decibels: [-10, -6]),
        MeterLevels(control: "dynamics.gate", decibels: [-42]),
        MeterLevels(control: "others.across", decibels: [-7, -13]),
    ]
    /// What the plots show: a spectrum of 2048 bins, bands, a waveform of 4000 samples, and a line.
    private static let points = [
        PlotPoints(control: "plots.spectrum", points: (0..<2048).map(level(ofBin:))),
        PlotPoints(control: "plots.bands", points: (0..<31).map(level(ofBand:))),
        PlotPoints(control: "plots.wave", points: (0..<4000).map(beat(at:))),
        PlotPoints(control: "plots.line", points: (0..<200).map(ringing(at:))),
    ]

    private static func level(ofBin bin: Int) -> Double {
        let partial = Double(bin) / 37.5
        let distance = abs(partial - max(partial.rounded(), 1))
        return -20 - Double(bin) / 50 - min(distance * 90, 42)
    }

    private static func level(ofBand band: Int) -> Double {
        -14 - abs(Double(band) - 12) * 1.5 - Double(band * 7 % 5) * 3
    }

    private static func beat(at sample: Int) -> Double {
        let rest = 1 - Double(sample % 800) / 800
        return rest * rest * sin(Double(sample * 7)) * 0.9
    }

    private static func ringing(at sample: Int) -> Double {
        let time = Double(sample)
        return sin(time / 9) * exp(-time / 90)
    }

    /// A second and a half on the monotonic clock: whatever moves has come to rest.
    private static let later = Duration.milliseconds(1500)

    static let themes = ["dark", "light", "high-contrast"]
    static let pages = ["faders", "knobs", "keys", "curves", "shows"]

    @Test(arguments: themes, pages)
    func `every control matches its reference picture`(theme: String, page: String) throws {
        let panel = try panel(theme)
        panel.show(page: page)
        try compare(try picture(of: panel), "\(page)-\(theme)")
    }

    @Test(arguments: pages)
    func `every held control matches its reference picture`(page: String) throws {
        let panel = try panel("dark")
        panel.show(page: page)
        let glass = Glass(panel.window)
        for control in panel.controls
        where control.page == page && control.description.container == nil {
            guard let curve = control.view as? CurveControl else {
                _ = glass.touch(control.view)
                continue
            }
            for node in 0..<curve.nodeCount {
                _ = glass.touch(curve, at: curve.handleCenter(ofNode: node))
            }
        }
        glass.wait(Self.later)
        _ = glass.nextFrame()
        try compare(glass.picture, "\(page)-held")
    }

    @Test func `the gallery fits its page and has no mistakes`() throws {
        let file = try file("dark")
        #expect(file.errors.map(\.description) == [])
        #expect(file.warnings.map(\.description) == [])
        #expect(
            file.problems(atWidth: Self.size.width, height: Self.size.height).errors
                .map(\.description) == [])
    }

    @Test func `the gallery shows every type of control`() throws {
        let controls = try #require(file("dark").panel).controls
        let shown = Set(controls.filter { $0.container == nil }.map(\.type))
        #expect(shown == Set(ControlType.builtIn.map(\.name)))
    }

    private func file(_ theme: String) throws -> PanelFile {
        let path = TestFiles.packageRoot.appending(path: "Config/gallery.toml").path
        let text = try String(contentsOfFile: path, encoding: .utf8)
        try #require(text.contains("base  = \"dark\""))
        return PanelFile(
            text: text.replacing("base  = \"dark\"", with: "base = \"\(theme)\""),
            name: path)
    }

    private func panel(_ theme: String) throws -> Panel {
        let panel = try Panel(
            #require(file(theme).panel), width: Self.size.width, height: Self.size.height,
            fonts: FontCollection())
        panel.window.clock = { ClockReading(time: .zero, timeOfDay: .seconds(20 * 3600)) }
        return panel
    }

    private func picture(of panel: Panel) throws -> Bitmap {
        let bitmap = Bitmap(width: Self.size.width, height: Self.size.height, format: .xrgb32)
        for time in [Duration.zero, Self.later] {
            if time == Self.later {
                try panel.show(Self.levels, at: time)
                try panel.show(Self.points, at: time)
            }
            if time == .zero {
                try panel.recallScene(named: "Verse", from: .client("c1", name: nil), at: time)
            }
            var damage = Region()
            panel.window.update(damage: &damage, at: time)
            panel.window.draw(damage, into: bitmap)
        }
        return bitmap
    }

    /// A picture may differ by the rounding of another machine's arithmetic, and in hardly a pixel.
    private func compare(_ picture: Bitmap, _ name: String) throws {
        let path = Self.pictures.appending(path: "\(name).png").path
        if ProcessInfo.processInfo.environment["GLASSFADER_PICTURES"] == "write" {
            try Data(picture.pngData()).write(to: URL(filePath: path))
            return
        }
        let known = try Image(contentsOfFile: path).bitmap
        try #require(known.width == picture.width && known.height == picture.height)
        let differing = picture.differingPixels(from: known, tolerance: 24)
        let pixels = differing.rects.reduce(0) { $0 + $1.width * $1.height }
        #expect(pixels <= 64, "\(name) differs in \(pixels) pixels within \(differing.extents)")
    }
}
