import Drawing
import Foundation
import TestVectors
import Testing

@testable import Panel

/// Config/mixer.toml, the file a reader sees first.
struct MixerFileTests {
    static let sizes = [(480, 320), (800, 480), (1280, 800), (1920, 1080)]

    let file: PanelFile
    let panel: PanelDescription

    init() throws {
        file = PanelFile(
            text: try TestFiles.text("Config/mixer.toml"), name: "mixer.toml")
        panel = try #require(file.panel, "\(file.errors)")
    }

    @Test func `the desk parses without an error or a warning`() {
        #expect(file.errors == [])
        #expect(file.warnings == [])
        #expect(panel.pages.map(\.id) == ["main", "dyn"])
        #expect(panel.pages[0].strips.map(\.id) == (1...8).map { "ch\($0)" } + ["master"])
        #expect(panel.controls.count == 8 * 4 + 3 + 8 * 4)
    }

    @Test(arguments: sizes) func `the desk fits`(width: Int, height: Int) {
        #expect(file.problems(atWidth: width, height: height).errors == [])
    }

    @Test(arguments: sizes)
    func `nothing overlaps and nothing leaves its strip`(width: Int, height: Int) {
        let screen = PixelRect(x: 0, y: 0, width: width, height: height)
        for page in panel.pages {
            let layout = PanelLayout(
                page, on: .init(width: width, height: height), theme: panel.theme)
            expectDisjoint(layout.strips.map(\.frame), inside: screen)
            for strip in layout.strips {
                let texts = strip.controls.flatMap { [$0.caption, $0.value] } + [strip.title]
                expectDisjoint(
                    strip.controls.map(\.frame) + texts.compactMap { $0 }, inside: strip.frame)
            }
        }
    }

    @Test(arguments: sizes) func `strips are equally wide and knobs are square`(
        width: Int, height: Int
    ) throws {
        let layout = PanelLayout(
            panel.pages[0], on: .init(width: width, height: height), theme: panel.theme)
        #expect(Set(layout.strips.map(\.frame.width)).count == 1)
        let knob = try #require(layout.control(withID: "ch3.pan")).frame
        #expect(knob.width == knob.height)
        let fader = try #require(layout.control(withID: "ch3.level")).frame
        let mute = try #require(layout.control(withID: "ch3.mute")).frame
        #expect(fader.height > knob.height && knob.height >= mute.height)
        #expect(10 * fader.height > 3 * height)
    }

    @Test func `the master stands apart`() {
        let frames = PanelLayout(
            panel.pages[0], on: .init(width: 1280, height: 800), theme: panel.theme
        )
        .strips.map(\.frame)
        let gaps = zip(frames, frames.dropFirst()).map { $1.minX - $0.maxX }
        #expect(Set(gaps.dropLast()).count == 1)
        #expect(gaps[7] == 3 * gaps[0])
    }

    @Test func `every fader ends in the same row`() {
        let layout = PanelLayout(
            panel.pages[0], on: .init(width: 1280, height: 800), theme: panel.theme)
        let ends = panel.pages[0].strips.map {
            layout.control(withID: "\($0.id).level")?.frame.maxY
        }
        #expect(Set(ends).count == 1)
    }

    private func expectDisjoint(_ rects: [PixelRect], inside frame: PixelRect) {
        for (i, rect) in rects.enumerated() {
            #expect(frame.contains(rect) && !rect.isEmpty, "\(rect) in \(frame)")
            for other in rects[..<i] { #expect(!rect.intersects(other), "\(rect) and \(other)") }
        }
    }
}
