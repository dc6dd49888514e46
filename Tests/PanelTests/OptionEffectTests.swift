import Controls
import Drawing
import Fingers
import PanelProtocol
import TestVectors
import Testing

@testable import Panel

/// Nothing is accepted and ignored. Each option of the manual page has an effect: on the picture,
/// on touches or on the messages to clients. An option without an effect is rejected.
struct OptionEffectTests {
    @Test func `the tests try exactly the options of the manual page`() throws {
        let tried = Set(OptionCases.cases.map(\.name)).union(OptionCases.structure)
        let documented = try ManualOptions.listed(in: ["CONTROLS"])
        #expect(documented.subtracting(tried) == [], "write a case that sees their effect")
        #expect(tried.subtracting(documented) == [], "the page does not know them")
    }

    @Test(arguments: OptionCases.cases)
    func `an option has an effect or is rejected`(option: OptionCase) throws {
        let plain = PanelFile(text: option.without, name: "t.toml")
        let file = PanelFile(text: option.with, name: "t.toml")
        let isRejected =
            !file.errors.isEmpty
            || file.warnings.contains { note in
                note.message.contains("not in effect") && !plain.warnings.contains(note)
            }
        guard !isRejected else { return }
        try #require(!file.warnings.contains { $0.message.contains("unknown key") })
        // What is required has no file without it.
        guard plain.errors.isEmpty else { return }
        let desks = try [option.without, option.with].map { try TriedPanel($0) }
        for step in TriedPanel.steps {
            let seen = try desks.map { try step.run($0) }
            if !option.mustBeSeen, seen[0] != seen[1] { return }
            if !desks[0].looksLike(desks[1]) { return }
        }
        Issue.record("nothing tells a panel with it from one without")
    }

    @Test(arguments: [
        ("type = \"switch\", face_image = I, face_image_on = I", true),
        ("type = \"button\", face_image = I, face_image_on = I, confirm = \"hold\"", false),
        ("type = \"switch\", face_image_on = I", false),
        ("type = \"slider\", default = 0.4, min_track_image = I, thumb_image = I", true),
        ("type = \"slider\", default = 0.4, min_track_image = I, held_thumb_image = I", true),
        ("type = \"slider\", default = 0.4, min_track_image = I, access = \"w\"", true),
        ("type = \"slider\", default = 0.4, min_track_image = I", false),
        ("type = \"slider\", default = 0.4, max_track_image = I, thumb_image = I", false),
        ("type = \"range\", range_track_image = I, thumb_image = I", true),
        (
            "type = \"range\", range_track_image = I, low_thumb_image = I, held_high_thumb_image = I",
            true
        ),
        ("type = \"range\", range_track_image = I, low_thumb_image = I", false),
        ("type = \"range\", range_track_image = I, access = \"r\"", true),
    ])
    func `a colour that images cover in every state is reported and rejected`(
        type: String, isCovered: Bool
    ) throws {
        let type = type.replacing("= I", with: "= \"\(OptionCases.image)\"")
        let texts = ["", ", color = \"#00ff00\""].map { OptionCase.file(type + $0) }
        let warnings = PanelFile(text: texts[1], name: "t.toml").warnings.map(\.message)
        #expect(warnings.count == (isCovered ? 1 : 0), "\(warnings)")
        #expect(warnings.allSatisfy { $0.hasPrefix("'color' is not in effect: ") })
        let desks = try texts.map { try TriedPanel($0) }
        let isSeen = try TriedPanel.steps.contains { step in
            for desk in desks { _ = try step.run(desk) }
            return !desks[0].looksLike(desks[1])
        }
        #expect(isSeen != isCovered)
        var request = StyleRequest(control: "s.c")
        request.color = .other("#ff8800")
        if isCovered {
            #expect(throws: RequestError.self) { try desks[0].desk.style(request) }
        } else {
            try desks[0].desk.style(request)
        }
    }

    // MARK: Style

    @Test(
        arguments: OptionCases.types.map(\.value), ["color", "label", "icon", "enabled", "visible"])
    func `a style is visible or rejected`(type: String, key: String) throws {
        let desks = try (0...1).map { _ in try TriedPanel(OptionCase.file(type)) }
        var request = StyleRequest(control: "s.c")
        switch key {
        case "color": request.color = .other("#ff8800")
        case "label": request.label = .other("Other name")
        case "icon": request.icon = .other("star")
        case "enabled": request.isEnabled = false
        default: request.isVisible = false
        }
        let desk = desks[1].desk
        do {
            try desk.style(request)
        } catch {
            #expect(
                ["color", "finger", "icon"].contains(where: error.message.contains))
            return
        }
        // The name of an image is for those who cannot see it.
        if key == "label", type.contains("\"image\"") { return }
        for step in TriedPanel.steps {
            for desk in desks { _ = try step.run(desk) }
            if !desks[0].looksLike(desks[1]) { return }
        }
        Issue.record("nobody sees it")
    }

    @Test(arguments: OptionCases.types.map(\.value))
    func `a style that is reset leaves no trace`(type: String) throws {
        let desks = try (0...1).map { _ in try TriedPanel(OptionCase.file(type)) }
        let desk = desks[1].desk
        for setting in [StyleRequest.Setting.other("danger"), .panelFile] {
            for isColor in [true, false] {
                var request = StyleRequest(control: "s.c")
                if isColor { request.color = setting } else { request.label = setting }
                try? desk.style(request)
            }
            for desk in desks { _ = desk.desk.glass.nextFrame() }
        }
        #expect(desk.glass.missedPixels.isEmpty)
        #expect(desks[0].looksLike(desks[1]))
        #expect(desks[0].list == desks[1].list)
    }
}

/// A panel that all is tried on that a person or a client may try.
struct TriedPanel {
    let desk: PanelDesk

    /// Something that is done, and what is told because of it.
    struct Step: Sendable {
        let run: @Sendable (TriedPanel) throws -> String
    }

    init(_ file: String) throws {
        desk = try PanelDesk(panel: file, width: 400, height: 320)
        desk.panel.window.clock = {
            ClockReading(time: .zero, timeOfDay: .seconds(15 * 3600 + 7 * 60))
        }
    }

    var list: String { desk.panel["s.c"].map { String(describing: $0.info) } ?? "" }

    func looksLike(_ other: TriedPanel) -> Bool {
        desk.glass.picture.differingPixels(from: other.desk.glass.picture, tolerance: 2).isEmpty
    }

    private func report() -> String {
        _ = desk.glass.nextFrame()
        let value = desk.panel["s.c"]?.state.map { "\($0)" } ?? ""
        return ([value, desk.panel.page] + desk.read()).joined(separator: "\n")
    }

    private var view: View {
        get throws { try #require(desk.panel["s.c"]).view }
    }

    private func touch(_ x: Double, _ y: Double) throws -> Finger {
        let view = try view
        return desk.glass.touch(
            view, at: Point(x: view.bounds.width * x, y: view.bounds.height * y))
    }

    /// A client's value, one of two.
    private func set(_ isFirst: Bool) {
        let low = isFirst ? 0.6 : 0.2
        let wishes: [SetRequest.Change] = [
            .norm(.number(low)),
            .norm(.range(low: low - 0.1, high: low + 0.3)),
            .norm(.parts([.init("x", low), .init("y", low)])),
            .value(.text(isFirst ? "#102030" : "#405060")),
        ]
        for wish in wishes {
            let request = SetRequest(control: "s.c", change: wish)
            if (try? desk.panel.apply(request, from: desk.client, at: desk.glass.now)) != nil {
                return
            }
        }
    }

    private func showLevels(_ decibels: Double) {
        try? desk.panel.show(
            [MeterLevels(control: "s.c", decibels: [decibels])], at: desk.glass.now)
        let points = (0..<9).map { decibels * Double($0 - 4) / 400 }
        try? desk.panel.show(
            [PlotPoints(control: "s.c", points: points)], at: desk.glass.now)
    }

    /// From what is quickly seen to what takes a while.
    static let steps: [Step] =
        [
            Step { $0.list + $0.report() },
            Step { panel in
                panel.set(true)
                return panel.report()
            },
        ]
        + [(-20.0, 16), (-20, 150), (3, 16), (-60, 400), (-60, 100), (-60, 300), (-80, 700)].map {
            level, milliseconds in
            Step { panel in
                panel.showLevels(level)
                panel.desk.wait(milliseconds)
                return panel.report()
            }
        }
        + [(0.5, 0.5), (0.2, 0.3), (0.5, 0.95), (0.8, 0.2), (0.97, 0.5)].flatMap { x, y in
            drags(x, y)
        }
        + [
            overshoot, circle(0.3), circle(0.8), cancel, taps, hold, scene, holdValue, keep,
            keepSecond,
        ]

    private static func drags(_ x: Double, _ y: Double) -> [Step] {
        [
            Step { panel in
                let finger = try panel.touch(x, y)
                let landed = panel.report()
                for _ in 0..<4 { finger.drag(right: 5) }
                for _ in 0..<4 { finger.drag(up: 5) }
                let moved = panel.report()
                let second = try panel.touch(0.6, 0.6)
                for _ in 0..<4 { finger.drag(up: 5) }
                panel.set(false)
                let fine = panel.report()
                second.lift()
                for _ in 0..<4 { finger.drag(right: 40) }
                finger.drag(down: 20)
                finger.lift()
                let lifted = panel.report()
                panel.desk.wait(60)
                panel.set(true)
                let settling = panel.report()
                panel.desk.wait(1500)
                return [landed, moved, fine, lifted, settling, panel.report()].joined()
            }
        ]
    }

    private static let overshoot = Step { panel in
        var told = ""
        for (x, y) in [(0.1, 0.9), (0.9, 0.5)] {
            let finger = try panel.touch(x, y)
            for _ in 0..<20 { finger.drag(up: 30) }
            told += panel.report()
            for _ in 0..<20 { finger.drag(right: 30) }
            told += panel.report()
            for _ in 0..<20 { finger.drag(down: 60) }
            finger.lift()
            told += panel.report()
        }
        return told
    }

    /// Around the middle, at a share of the way to the edge.
    private static func circle(_ share: Double) -> Step {
        Step { panel in
            let view = try panel.view
            let radius = min(view.bounds.width, view.bounds.height) / 2 * share
            let middle = view.frameInWindow.center
            func point(_ step: Int) -> Point {
                let angle = Angle.degrees(-90 + 25 * Double(step))
                return middle.offsetBy(
                    dx: radius * angle.cosine, dy: radius * angle.sine)
            }
            let finger = panel.desk.glass.touch(at: point(0))
            var told = panel.report()
            for step in 1...30 { finger.jump(to: point(step)) }
            told += panel.report()
            finger.lift()
            return told + panel.report()
        }
    }

    /// In the middle, and beside it: a knob has no angle there, and a range no thumb.
    private static let cancel = Step { panel in
        var told = ""
        for (x, y) in [(0.5, 0.5), (0.8, 0.3)] {
            panel.set(true)
            let finger = try panel.touch(x, y)
            for _ in 0..<5 { finger.drag(up: 5) }
            for _ in 0..<5 { finger.drag(right: -5) }
            panel.desk.panel.window.cancelTouches(reason: .suspend)
            told += panel.report()
            finger.lift()
            panel.desk.wait(500)
            told += panel.report()
        }
        return told
    }

    private static let taps = Step { panel in
        var told = ""
        for pause in [100, 1000, 100, 1000] {
            try panel.touch(0.5, 0.5).lift()
            panel.desk.wait(pause)
            told += panel.report()
        }
        return told
    }

    private static let hold = Step { panel in
        var told = ""
        for x in [0.15, 0.85] {
            let finger = try panel.touch(x, 0.5)
            for _ in 0..<3 {
                panel.desk.wait(450)
                told += panel.report()
            }
            finger.lift()
            told += panel.report()
        }
        return told
    }

    /// A finger that stays on the value below it.
    private static let holdValue = Step { panel in
        let frame = try panel.view.frameInWindow
        let finger = panel.desk.glass.touch(at: Point(x: frame.midX, y: frame.maxY + 8))
        panel.desk.wait(700)
        let told = panel.report()
        finger.lift()
        return told
    }

    /// A finger that stays on it: what is seen then is compared too.
    private static let keep = Step { panel in
        try panel.touch(0.5, 0.5).drag(up: 5)
        panel.desk.wait(500)
        return panel.report()
    }

    /// Another finger that stays on it, near its end.
    private static let keepSecond = Step { panel in
        _ = try panel.touch(0.88, 0.5)
        return panel.report()
    }

    private static let scene = Step { panel in
        let desk = panel.desk
        panel.set(true)
        _ = try desk.panel.perform(
            .store(name: "a", match: [Glob("*")]), from: desk.client, at: desk.glass.now)
        desk.wait(1000)
        panel.set(false)
        desk.wait(1000)
        _ = try desk.panel.perform(
            .recall(name: "a", match: [Glob("*")], fade: .zero, except: []), from: desk.client,
            at: desk.glass.now)
        let stored = desk.panel.state.values.sorted { $0.key < $1.key }
        return panel.report() + "\(stored)"
    }
}
