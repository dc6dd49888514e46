import Controls
import Drawing
import Fingers
import Foundation
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// Frames that draw what changed are, to the bit, what one would draw from nothing.
struct ExactFrameTests {
    private static let path = TestFiles.packageRoot.appending(path: "Config/gallery.toml").path

    @Test(arguments: GalleryTests.pages)
    func `whatever happens on a page, no frame leaves stale pixels`(page: String) throws {
        let file = PanelFile(
            text: try String(contentsOfFile: Self.path, encoding: .utf8), name: Self.path)
        let panel = try Panel(
            #require(file.panel), width: 1280, height: 800, fonts: FontCollection())
        panel.show(page: page)
        let glass = Glass(panel.window)
        var random = SeededGenerator(seed: UInt64(page.count))
        let controls = panel.controls.filter { $0.page == page }
        var fingers: [Finger] = []
        for frame in 0..<48 {
            for _ in 0..<3 {
                let control = try #require(controls.randomElement(using: &random))
                change(control, of: panel, at: glass.now, &random)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where fingers.count < 3:
                let control = try #require(controls.randomElement(using: &random))
                fingers.append(glass.touch(control.view))
            case 1: if !fingers.isEmpty { fingers.removeFirst().lift() }
            default:
                for finger in fingers {
                    finger.drag(
                        up: Double.random(in: -9...9, using: &random),
                        right: Double.random(in: -9...9, using: &random))
                }
            }
            glass.wait(.milliseconds(30))
            _ = glass.nextFrame()
            let trace = glass.picture.differingPixels(from: drawnAtOnce(panel.window)).extents
            guard trace.isEmpty else {
                Issue.record("frame \(frame) left a trace in \(trace)")
                return
            }
        }
        #expect(glass.missedPixels.isEmpty)
    }

    private func drawnAtOnce(_ window: Window) -> Bitmap {
        let whole = Bitmap(width: 1280, height: 800, format: .xrgb32)
        window.draw(Region(whole.bounds), into: whole)
        return whole
    }

    /// Does what a client may do; most controls can only take some of it.
    private func change(
        _ control: PanelControl, of panel: Panel, at time: Duration,
        _ random: inout SeededGenerator
    ) {
        let wanted = Double.random(in: 0...1, using: &random)
        let value: ControlValue =
            control.view is RangeSlider
            ? .range(low: wanted / 2, high: 0.5 + wanted / 2) : .number(wanted)
        _ = try? panel.apply(
            SetRequest(control: control.id, change: .norm(value)),
            from: .client("test", name: nil), at: time)
        _ = try? panel.show(
            [MeterLevels(control: control.id, decibels: [wanted * 60 - 54])], at: time)
    }
}
