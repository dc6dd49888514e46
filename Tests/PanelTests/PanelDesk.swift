import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// A panel on glass, asked by a client, and all that it tells.
final class PanelDesk {
    /// Two strips with a fader each, 0...100, a mute key, and a second page.
    static let twoFaders = """
        [[pages]]
        id = "main"
        strips = [{ id = "ch{n}", count = 2, controls = [
          { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
          { id = "mute", type = "switch", label = "M" },
        ] }]
        [[pages]]
        id = "dyn"
        strips = [{ id = "ch1", controls = [
          { id = "gate", type = "range", min = -60, max = 0, step = 1, min_gap = 6, default = { low = -40, high = -20 } },
        ] }]

        """

    /// A fader, 0...100, that clients move under a finger too.
    static let allowing = """
        [[pages]]
        id = "p"
        strips = [{ id = "s", controls = [
          { id = "v", type = "slider", min = 0, max = 100, default = 50, on_remote = "allow" },
        ] }]
        """

    let panel: Panel
    let glass: Glass
    private(set) var events: [ValueChanged] = []
    private(set) var notices: [PanelNotice] = []
    let client = ValueChanged.Source.client("c1", name: nil)

    init(
        _ rest: String = "", panel text: String = PanelDesk.twoFaders, width: Int = 800,
        height: Int = 480
    ) throws {
        panel = try Panel(
            Self.description(text + rest), width: width, height: height, fonts: FontCollection())
        glass = Glass(panel.window)
        panel.onValueChanged = { [unowned self] in events.append($0) }
        panel.onNotice = { [unowned self] in notices.append($0) }
    }

    /// The linked controls `s.a`, `s.b` … of one strip, with these options.
    convenience init(linked options: [String]) throws {
        let ids = "abcdefgh".prefix(options.count)
        let controls = zip(ids, options).map { "{ id = \"\($0)\", \($1) }" }
        try self.init(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [\(controls.joined(separator: ", "))] }]
                [[links]]
                controls = [\(ids.map { "\"s.\($0)\"" }.joined(separator: ", "))]
                """)
    }

    static func description(_ text: String) throws -> PanelDescription {
        let file = PanelFile(text: text, name: "desk.toml")
        try #require(file.errors.map(\.description) == [])
        return try #require(file.panel)
    }

    func value(_ id: String) -> Double? { panel[id]?.state?.value.number }

    /// Has a client give a control another look, before the next frame.
    func style(_ request: StyleRequest) throws(RequestError) {
        _ = try panel.perform(request, from: client, at: glass.now)
        panel.layOutIfNeeded()
    }

    /// Has a client hide a control or a strip.
    func hide(_ request: StyleRequest) throws(RequestError) {
        var request = request
        request.isVisible = false
        try style(request)
    }

    @discardableResult
    func set(
        _ id: String, _ value: Double, over milliseconds: Int = 0
    ) throws -> SetResult {
        var request = SetRequest(control: id, change: .value(.number(value)))
        request.fade = .milliseconds(milliseconds)
        return try panel.apply(request, from: client, at: glass.now)
    }

    /// Has a client link controls.
    func link(
        _ name: String = "stereo", _ controls: [String] = ["ch1.level", "ch2.level"],
        mode: LinkRequest.Mode = .relative, in measure: LinkRequest.Measure = .norm,
        while key: String? = nil
    ) throws(RequestError) {
        _ = try panel.link(
            LinkRequest(name: name, controls: controls, mode: mode, in: measure, while: key),
            from: client, at: glass.now)
    }

    /// Has another client hold a control.
    func hold(_ id: String, at value: Double? = nil, of client: String = "c2") {
        let change = value.map { SetRequest.Change.value(.number($0)) }
        let touch = TouchRequest(.began, [TouchRequest.Item(id, change, part: nil)])
        _ = panel.perform(touch, from: .client(client, name: nil), at: glass.now)
    }

    /// A finger touches what the last frame has shown.
    func touch(_ id: String) throws -> Finger {
        panel.layOutIfNeeded()
        return glass.touch(try #require(panel[id]).view)
    }

    /// Time passes, and what waits for it goes on.
    func wait(_ milliseconds: Int) {
        let end = glass.now + .milliseconds(milliseconds)
        while let deadline = panel.nextDeadline, deadline <= end { panel.advance(to: deadline) }
        glass.wait(.milliseconds(milliseconds))
        // As the daemon does before each request.
        panel.window.noteTime(glass.now)
    }

    /// Raises a control with a finger, and in the middle reads the file again, with another text.
    /// The result is whether the finger goes on: there are movements of this control alone, up to
    /// the lift.
    func raise(_ id: String, whileReloading text: String) throws -> Bool {
        let finger = try touch(id)
        finger.drag(up: 20)
        let before = value(id) ?? .infinity
        _ = read()
        panel.reload(try Self.description(text), from: nil, at: glass.now)
        finger.drag(up: 20)
        finger.lift()
        let events = read()
        return value(id) ?? 0 > before && events.count > 1
            && events.allSatisfy { $0.hasPrefix(id) }
            && events.dropLast().allSatisfy { $0.contains("changed") }
            && events.last?.contains("ended touch") == true
    }

    /// The events since the last call, each as control, value, phase and source. The panel is laid
    /// out first, as the daemon does before it sends events.
    func read() -> [String] {
        panel.layOutIfNeeded()
        defer { events = [] }
        return events.map { Self.line(of: $0) }
    }

    /// Control, value, phase, source and reason of an event.
    static func line(of event: ValueChanged) -> String {
        let value =
            event.state.value.number.map { String(Int($0.rounded())) }
            ?? event.state.value.text
            ?? "\(event.state.value.numbers.x) \(event.state.value.numbers.y)"
        return [
            event.control, value, event.phase.rawValue, name(of: event.source),
            event.reason?.rawValue,
        ]
        .compactMap(\.self).joined(separator: " ")
    }

    /// The source of an event in words.
    static func name(of source: ValueChanged.Source) -> String {
        switch source {
        case .touch: "touch"
        case .client: "client"
        case .link(let cause): "link \(cause)"
        case .scene(let name): "scene \(name)"
        case .restore: "restore"
        case .animation: "animation"
        case .reset: "reset"
        case .action(let key): "action \(key)"
        case .undo: "undo"
        case .redo: "redo"
        case .feedback: "feedback"
        }
    }

    /// What happened to the panel since the last reading.
    func readNotices() -> [PanelNotice.Kind] {
        defer { notices = [] }
        return notices.map(\.kind)
    }

    /// Whether, control by control and gesture by gesture, everything that began ends once.
    func isWellNested() -> Bool { Self.isWellNested(events) }

    /// The same for events that a test has kept.
    static func isWellNested(_ events: [ValueChanged]) -> Bool {
        var open: Set<String> = []
        for event in events {
            guard let gesture = event.gesture else { continue }
            let name = "\(event.control) \(gesture)"
            switch event.phase {
            case .began: if !open.insert(name).inserted { return false }
            case .changed: if !open.contains(name) { return false }
            case .ended, .cancelled: if open.remove(name) == nil { return false }
            case .set: return false
            }
        }
        return open.isEmpty
    }
}
