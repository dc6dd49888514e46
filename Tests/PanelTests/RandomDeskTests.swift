import Controls
import Drawing
import Layers
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// The rules of the layout on desks that nobody designed.
struct RandomDeskTests {
    /// Each with 100 desks.
    @Test(arguments: 0..<20)
    func `nothing overlaps, leaves its strip or is too small without a word`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 7000 + seed)
        var fitting = 0
        for _ in 0..<100 {
            let desk = RandomDesk(&random)
            let file = PanelFile(text: desk.text, name: "t.toml")
            let description = try #require(
                file.panel, "\(file.errors.map(\.description))\n\(desk.text)")
            let layout = desk.layout(of: description)
            #expect(desk.layout(of: description) == layout)
            for problem in wrong(in: layout, of: description.pages[0], on: desk) {
                Issue.record("\(problem) in \(desk.size)\n\(desk.text)")
                return
            }
            if layout.problems.isEmpty { fitting += 1 }
        }
        #expect((10...90).contains(fitting), "some desks fit, and some do not")
    }

    /// Each with 15 desks, of which all pages are shown.
    @Test(arguments: 0..<10)
    func `no text is cut, also in banks and in strips of other pages`(seed: UInt64) throws {
        var random = SeededGenerator(seed: 9000 + seed)
        var (banks, uses, values) = (0, 0, 0)
        for _ in 0..<15 {
            let desk = RandomDesk(&random, usesStrips: true)
            let panel = try desk.panel()
            for control in panel.controls {
                let position = Double.random(in: 0...1, using: &random)
                // Not all have a position.
                _ = try? panel.apply(
                    SetRequest(control: control.id, change: .norm(.number(position))),
                    from: .client("c1", name: nil), at: .seconds(1))
            }
            for page in panel.pages {
                panel.show(page: page.id)
                var damage = Region()
                panel.window.update(damage: &damage, at: .seconds(2))
                let texts = TextsOnPage(page)
                for problem in texts.problems + wrong(on: page) {
                    Issue.record("\(problem) on \(page.id) in \(desk.size)\n\(desk.text)")
                    return
                }
                values += texts.values
                banks += page.id.contains("/") ? 1 : 0
                uses += page.description.strips.count { $0.isBorrowed }
            }
        }
        #expect(banks > 5 && uses > 15 && values > 200, "\(banks) \(uses) \(values)")
    }

    /// Strips and controls of a page that overlap, although the layout has not said so.
    private func wrong(on page: PageView) -> [String] {
        guard let layout = page.layout, !layout.problems.contains(where: \.isError) else {
            return []
        }
        let bounds = PixelRect(
            x: 0, y: 0, width: Int(page.bounds.width), height: Int(page.bounds.height))
        return overlaps(of: layout.strips.map(\.frame), in: bounds, "strips")
            + layout.strips.flatMap { strip in
                overlaps(of: strip.controls.map(\.frame), in: strip.frame, "parts of \(strip.id)")
            }
    }

    /// What the layout has not said itself.
    private func wrong(
        in layout: PanelLayout, of page: PageDescription, on desk: RandomDesk
    ) -> [String] {
        let hasProblems = !layout.problems.isEmpty
        var wrong: [String] = []
        if !layout.problems.contains(where: \.isError) {
            wrong += overlaps(of: layout.strips.map(\.frame), in: desk.bounds, "strips")
            for strip in layout.strips {
                let texts = strip.controls.flatMap { [$0.caption, $0.value] } + [strip.title]
                wrong += overlaps(
                    of: strip.controls.map(\.frame) + texts.compactMap(\.self) + strip.lines,
                    in: strip.frame, "parts of \(strip.id)")
            }
        }
        guard !hasProblems else { return wrong }
        for (control, place) in zip(
            page.strips.flatMap(\.controls), layout.strips.flatMap(\.controls))
        {
            let least = RandomDesk.leastMillimetres[control.type] ?? (0, 0)
            let (width, height) = (Double(place.frame.width), Double(place.frame.height))
            if width < least.0 * desk.density - 1 || height < least.1 * desk.density - 1 {
                wrong.append("\(control.id) has \(width)×\(height)")
            }
        }
        // Capital letters of 2.3 mm are 0.727 of the size of a font.
        let text = min(2.3 / 0.727 * desk.density, Double(desk.height) / 16).rounded(.down)
        for style in Set(page.strips.flatMap(\.controls).map(\.textStyle.scale)).map(TextStyle.init)
        {
            let size = layout.metrics.smallFontSize(style)
            if size < max(11, text) { wrong.append("text has \(size) pixels") }
        }
        return wrong
    }

    private func overlaps(
        of rects: [PixelRect], in frame: PixelRect, _ name: String
    ) -> [String] {
        var wrong: [String] = []
        for (index, rect) in rects.enumerated() where !rect.isEmpty {
            if !frame.contains(rect) { wrong.append("\(name): \(rect) is not in \(frame)") }
            for other in rects[..<index] where !other.isEmpty && rect.intersects(other) {
                wrong.append("\(name): \(rect) and \(other)")
            }
        }
        return wrong
    }
}

extension TextStyle {
    fileprivate init(scale: Double?) {
        self.init()
        self.scale = scale
    }
}

/// A desk of 1 to 40 strips with all types of controls, and a screen for it.
struct RandomDesk {
    /// The panel file.
    private(set) var text = ""
    /// The screen, in pixels.
    let width: Int
    let height: Int
    /// The density, in pixels per millimetre: 90 to 350 dpi; `nil` if the screen does not report
    /// its size.
    let knownDensity: Double?

    /// The sizes that hands need.
    static let leastMillimetres: [String: (Double, Double)] = [
        "knob": (12, 12), "slider": (9, 35), "range": (35, 9), "switch": (9, 9), "button": (9, 9),
        "meter": (3, 20), "stepper": (18, 9), "xy": (18, 18), "segmented": (27, 9),
        "color": (9, 9), "time": (18, 18), "plot": (24, 12), "scenes": (18, 9),
    ]

    private static let controls = [
        #"type = "knob""#, #"type = "knob", unit = "dB", min = -60, max = 10"#,
        #"type = "slider""#, #"type = "slider", unit = "dB", taper = "x32""#,
        #"type = "range", min = 20, max = 20000, unit = "Hz""#, #"type = "switch""#,
        #"type = "button""#, #"type = "meter", channels = 2"#, #"type = "stepper", max = 16"#,
        #"type = "xy""#, #"type = "segmented", options = ["off", "gate", "comp"]"#,
        #"type = "color""#, #"type = "time""#, #"type = "label", text = "Stage left""#,
        #"type = "clock""#, #"type = "plot""#, #"type = "scenes""#,
    ]

    /// A random desk.
    ///
    /// - Parameter usesStrips: Whether a second page shows some strips of the first.
    init(_ random: inout SeededGenerator, usesStrips: Bool = false) {
        let sizes = [
            (320, 240), (480, 320), (800, 480), (1024, 600), (1280, 800), (1920, 1080),
            (480, 1920), (1920, 480), (3840, 2160), (600, 1024),
        ]
        (width, height) =
            Bool.random(using: &random)
            ? sizes.randomElement(using: &random) ?? (800, 480)
            : (
                Int.random(in: 320...3840, using: &random),
                Int.random(in: 240...2160, using: &random)
            )
        knownDensity =
            Bool.random(using: &random) ? Double.random(in: 90...350, using: &random) / 25.4 : nil
        // Small desks are as likely as large ones.
        var left = Int.random(in: 1...Int.random(in: 1...40, using: &random), using: &random)
        var strips: [String] = []
        var uses: [String] = []
        while left > 0 {
            let count = Int.random(in: 1...left, using: &random)
            left -= count
            if usesStrips, Bool.random(using: &random) {
                let used = Int.random(in: 1...count, using: &random)
                uses.append("{ use = \"s\(strips.count)x{n}\", count = \(used) }")
            }
            strips.append(strip(strips.count, count: count, &random))
        }
        let strip = strips.joined(separator: ",\n")
        text = "[[pages]]\nid = \"p\"\nstrips = [\n\(strip)\n]\n"
        if !uses.isEmpty {
            let own = "{ id = \"own\", controls = [{ id = \"c\", type = \"knob\" }] }"
            uses.insert(own, at: Int.random(in: 0...uses.count, using: &random))
            text += "[[pages]]\nid = \"q\"\nstrips = [\n\(uses.joined(separator: ",\n"))\n]\n"
        }
    }

    /// A panel of it, on its screen.
    func panel() throws -> Panel {
        let panel = try Panel(
            PanelDesk.description(text), width: width, height: height, fonts: FontCollection())
        if let knownDensity {
            panel.layOut(
                width: width, height: height,
                millimetres: Size(
                    width: Double(width) / knownDensity, height: Double(height) / knownDensity))
        }
        return panel
    }

    var density: Double { knownDensity ?? 5.2 }
    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
    var size: String { "\(width)×\(height) at \(knownDensity.map { "\($0)" } ?? "unknown")" }

    func layout(of panel: PanelDescription) -> PanelLayout {
        PanelLayout(
            panel.pages[0],
            on: .init(width: width, height: height, pixelsPerMillimetre: knownDensity),
            theme: panel.theme)
    }

    private func strip(_ index: Int, count: Int, _ random: inout SeededGenerator) -> String {
        var number = 0
        let elements = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            element(depth: 0, isInGrid: false, &number, &random)
        }
        let label =
            (Bool.random(using: &random) ? ", label = \"Channel {n}\"" : "")
            + (["", "", ", icon = \"note\"", ", text_scale = 1.4"].randomElement(using: &random)
                ?? "")
        return "{ id = \"s\(index)x{n}\", count = \(count)\(label), controls = [\n"
            + elements.joined(separator: ",\n") + "\n] }"
    }

    private func element(
        depth: Int, isInGrid: Bool, _ number: inout Int, _ random: inout SeededGenerator
    ) -> String {
        let kind = Int.random(in: 0..<(depth < 3 ? 10 : 7), using: &random)
        if kind < 7 { return control(&number, &random) }
        if kind == 7, depth > 0 {
            return isInGrid || Bool.random(using: &random) ? "{ space = 1.5 }" : "{ line = true }"
        }
        let name = ["row", "column", "grid"].randomElement(using: &random) ?? "row"
        var inside = [control(&number, &random)]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            inside.append(element(depth: depth + 1, isInGrid: name == "grid", &number, &random))
        }
        let options =
            [", gap = 3", ", pad = 4", ", weight = 2.5", ", align = \"end\"", "", ""]
            .randomElement(using: &random) ?? ""
        let columns = name == "grid" ? ", columns = \(Int.random(in: 1...4, using: &random))" : ""
        return "{ \(name) = [\(inside.joined(separator: ", "))]\(columns)\(options) }"
    }

    private func control(_ number: inout Int, _ random: inout SeededGenerator) -> String {
        number += 1
        let label =
            ["", ", label = \"Pan\"", ", label = \"High-mid frequency 12\""]
            .randomElement(using: &random) ?? ""
        let type = Self.controls.randomElement(using: &random) ?? ""
        var looks = ["", "", "", ", icon = \"star\"", ", text_scale = 1.6", ", text_scale = 0.8"]
        if !type.contains("\"label\"") {
            looks += ["bottom", "left", "none"].map { ", label_side = \"\($0)\"" }
        }
        let look = looks.randomElement(using: &random) ?? ""
        return "{ id = \"c\(number)\", \(type)\(label)\(look) }"
    }
}
