import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// A panel that people lock and unlock.
struct PINTests {
    private static let file = """
        [[pages]]
        id = "main"
        strips = [
          { id = "ch1", controls = [
            { id = "level", type = "slider", min = 0, max = 100, default = 50, step = 1 },
            { id = "mute", type = "switch" },
          ] },
          { id = "top", controls = [
            { id = "lock", type = "button", label = "Lock", action = { lock = true } },
            { id = "open", type = "button", label = "Open", action = { unlock = "77" } },
          ] },
        ]

        """
    private static let withPIN = "[lock]\npin = \"1234\"\nexcept = [\"*.mute\"]\n"

    private func desk(_ rest: String = PINTests.withPIN) throws -> PanelDesk {
        try PanelDesk(panel: Self.file + rest)
    }

    private func type(_ digits: String, on desk: PanelDesk) throws {
        for digit in digits { try press(.text(String(digit)), on: desk) }
    }

    private func press(_ key: Keypad.Key, on desk: PanelDesk) throws {
        let keypad = try #require(desk.panel.lockState.unlockPad?.keypad)
        desk.glass.touch(try #require(keypad.key(key))).lift()
    }

    private func lockByClient(_ desk: PanelDesk) throws {
        _ = try desk.panel.perform(
            LockRequest(isOn: true), from: desk.client, at: desk.glass.now)
    }

    /// The events of actions, of locks and of wrong PINs.
    private func told(_ desk: PanelDesk) -> [String] {
        desk.readNotices().map { notice in
            switch notice {
            case .action(let report): "\(report.control) \(report.action)"
            case .locked(let lock): lock.isOn ? "locked" : "unlocked"
            case .pinRejected(let rejection):
                "wrong \(rejection.control ?? "padlock") \(rejection.attemptsLeft) "
                    + "\(rejection.wait.components.seconds)"
            default: "other"
            }
        }
    }

    private func isLocked(_ desk: PanelDesk) throws -> Bool {
        let before = desk.value("ch1.level")
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 8)
        finger.lift()
        desk.wait(3000)
        return desk.value("ch1.level") == before
    }

    @Test func `a key locks the panel, and the PIN unlocks it`() throws {
        let desk = try desk()
        try desk.touch("top.lock").lift()
        #expect(told(desk) == ["top.lock lock", "locked"])
        #expect(desk.panel.lock?.exceptions == [Glob("*.mute")])
        #expect(try isLocked(desk))
        try desk.touch("ch1.mute").lift()
        #expect(desk.value("ch1.mute") == 1, "an exception of the file")
        try desk.touch("top.lock").lift()
        #expect(told(desk) == [] && desk.panel.lockState.unlockPad != nil)
        try type("1234", on: desk)
        #expect(told(desk) == ["top.lock unlock", "unlocked"])
        #expect(desk.panel.lockState.unlockPad == nil && desk.panel.nextDeadline == nil)
        #expect(try !isLocked(desk))
    }

    @Test func `a wrong PIN is reported without its digits, and can be typed again`() throws {
        let desk = try desk()
        try desk.touch("top.lock").lift()
        try desk.touch("top.lock").lift()
        _ = told(desk)
        try type("1235", on: desk)
        #expect(told(desk) == ["wrong top.lock 4 0"])
        let keypad = try #require(desk.panel.lockState.unlockPad?.keypad)
        #expect(keypad.text == "" && keypad.isRejected)
        try type("12", on: desk)
        #expect(!keypad.isRejected)
        try press(.delete, on: desk)
        try type("234", on: desk)
        #expect(told(desk) == ["top.lock unlock", "unlocked"])
        var writer = JSONWriter()
        PanelNotice(
            .pinRejected(PINRejection(control: "top.lock", attemptsLeft: 4, wait: .zero)),
            source: .touch(slot: 0), time: .zero
        ).write(to: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"event":"pinRejected","control":"top.lock","attempts_left":4,"source":{"kind":"touch","slot":0},"seq":0,"t":0}"#
                + "\n")
    }

    @Test func `after five wrong PINs the keys wait, and count the seconds`() throws {
        let desk = try desk()
        try desk.touch("top.lock").lift()
        try desk.touch("top.lock").lift()
        _ = told(desk)
        for _ in 1...5 { try type("0000", on: desk) }
        #expect(told(desk).last == "wrong top.lock 0 30")
        let keypad = try #require(desk.panel.lockState.unlockPad?.keypad)
        #expect(keypad.message == "30 s")
        try type("1234", on: desk)
        #expect(told(desk) == [])
        desk.wait(10_000)
        #expect(keypad.message == "20 s" || keypad.message == "21 s")
        // Closed and opened, they still wait.
        try press(.cancel, on: desk)
        #expect(desk.panel.lockState.unlockPad == nil)
        try desk.touch("top.lock").lift()
        try type("1234", on: desk)
        #expect(told(desk) == [])
        desk.wait(21_000)
        try type("1234", on: desk)
        #expect(told(desk) == ["top.lock unlock", "unlocked"])
    }

    /// The panel after a power cut, from the state that was saved.
    private func restarted(_ desk: PanelDesk, _ rest: String = PINTests.withPIN) throws -> PanelDesk
    {
        var invalid: [String] = []
        let state = try PanelState(json: desk.panel.state.json, invalid: &invalid)
        #expect(invalid == [] && state == desk.panel.state)
        let next = try self.desk(rest)
        next.panel.restore(state, at: next.glass.now)
        _ = told(next)
        return next
    }

    @Test func `a locked panel is locked after a restart, and counts on`() throws {
        let first = try desk()
        try first.touch("top.lock").lift()
        try first.touch("top.lock").lift()
        for _ in 1...3 { try type("0000", on: first) }
        let second = try restarted(first)
        #expect(try isLocked(second))
        try second.touch("top.lock").lift()
        for left in [1, 0] {
            try type("0000", on: second)
            #expect(told(second) == ["wrong top.lock \(left) \(left == 0 ? 30 : 0)"])
        }
        // To pull the plug does not end the wait.
        let third = try restarted(second)
        try third.touch("top.lock").lift()
        try type("1234", on: third)
        #expect(told(third) == [])
        third.wait(31_000)
        try type("1234", on: third)
        #expect(told(third) == ["top.lock unlock", "unlocked"])
        #expect(third.panel.state.wrongPINs == 0)
        let fourth = try restarted(third)
        #expect(try !isLocked(fourth))
    }

    @Test func `keys that nobody uses close, and a touch beside them closes them`() throws {
        let desk = try desk()
        try desk.touch("top.lock").lift()
        try desk.touch("top.lock").lift()
        desk.wait(20_000)
        try type("1", on: desk)
        desk.wait(20_000)
        #expect(desk.panel.lockState.unlockPad != nil)
        desk.wait(11_000)
        #expect(desk.panel.lockState.unlockPad == nil)
        try desk.touch("top.lock").lift()
        desk.glass.touch(at: Point(x: 3, y: 470)).lift()
        #expect(desk.panel.lockState.unlockPad == nil && desk.panel.lock != nil)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
    }

    @Test func `keys for a PIN stay in front of the padlock when the layout changes`() throws {
        let desk = try desk()
        try lockByClient(desk)
        let window = desk.panel.window
        desk.glass.touch(try #require(window.subviews.compactMap { $0 as? LockSign }.first)).lift()
        let keypad = try #require(desk.panel.lockState.unlockPad?.keypad)
        #expect(window.subviews.last.map(keypad.isDescendant(of:)) == true)
        var request = StyleRequest(strip: "top")
        request.isVisible = false
        try desk.style(request)
        _ = desk.glass.nextFrame()
        #expect(window.subviews.last.map(keypad.isDescendant(of:)) == true)
        try type("1234", on: desk)
        #expect(desk.panel.lock == nil)
    }

    @Test func `a picker that stays open under a lock is in front of the padlock`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "main"
                strips = [{ id = "s", controls = [
                  { id = "color", type = "color" }, { id = "level", type = "slider" },
                ] }]
                """)
        desk.glass.touch(try #require(desk.panel["s.color"]).view).lift()
        let picker = try #require(desk.panel.window.subviews.last)
        _ = try desk.panel.perform(
            LockRequest(isOn: true, except: [Glob("s.color")]), from: desk.client,
            at: desk.glass.now)
        #expect(desk.panel.window.subviews.contains { $0 is LockSign })
        #expect(desk.panel.window.subviews.last === picker)
    }

    @Test func `a padlock asks for the PIN of the panel`() throws {
        let desk = try desk()
        try lockByClient(desk)
        _ = told(desk)
        let padlock = try #require(
            desk.panel.window.subviews.compactMap { $0 as? LockSign }.first)
        desk.glass.touch(padlock).lift()
        try type("9999", on: desk)
        #expect(told(desk) == ["wrong padlock 4 0"])
        try type("1234", on: desk)
        #expect(told(desk) == ["unlocked"])
        // The one that shows above a finger, too.
        try lockByClient(desk)
        let slider = try #require(desk.panel["ch1.level"]).view.frameInWindow
        desk.glass.touch(at: slider.center).lift()
        let sign = try #require(
            desk.panel.window.subviews.last as? LockSign)
        desk.glass.touch(sign).lift()
        #expect(desk.panel.lockState.unlockPad != nil)
    }

    @Test func `a key asks for its own PIN, and looks disabled while nothing is locked`() throws {
        let desk = try desk("")
        let key = try #require(desk.panel["top.open"]?.view as? Button)
        #expect(!key.isAvailable)
        try desk.touch("top.open").lift()
        #expect(told(desk) == ["top.open unlock"] && desk.panel.lockState.unlockPad == nil)
        try lockByClient(desk)
        #expect(key.isAvailable)
        _ = told(desk)
        try desk.touch("top.open").lift()
        try type("77", on: desk)
        #expect(told(desk) == ["top.open unlock", "unlocked"])
    }

    @Test func `without a PIN, the key that locked the panel unlocks it, and no client's lock`()
        throws
    {
        let desk = try desk("")
        try desk.touch("top.lock").lift()
        #expect(try isLocked(desk))
        // Also after a restart.
        let saved = try PanelState(json: desk.panel.state.json, invalid: &invalid.names)
        let other = try self.desk("")
        other.panel.restore(saved, at: other.glass.now)
        try other.touch("top.lock").lift()
        #expect(other.panel.lock == nil)
        _ = told(desk)
        try lockByClient(desk)
        try desk.touch("top.lock").lift()
        #expect(told(desk) == ["locked"] && desk.panel.lock != nil)
    }

    private final class Invalid {
        var names: [String] = []
    }
    private let invalid = Invalid()

    @Test func `a client that unlocks the panel closes the keys`() throws {
        let desk = try desk()
        try desk.touch("top.lock").lift()
        try desk.touch("top.lock").lift()
        _ = try desk.panel.perform(
            LockRequest(isOn: false), from: desk.client, at: desk.glass.now)
        #expect(desk.panel.lockState.unlockPad == nil && desk.panel.nextDeadline == nil)
        try desk.touch("top.lock").lift()
        try desk.touch("top.lock").lift()
        desk.panel.reload(
            try PanelDesk.description(Self.file), from: nil, at: desk.glass.now)
        #expect(desk.panel.lockState.unlockPad == nil && desk.panel.lock != nil)
    }

    @Test(arguments: [
        (800, 480, 154.0), (480, 320, 74), (1024, 600, 154), (1920, 1080, 476), (480, 1920, 60),
    ])
    func `each key is reachable, and all are on the screen`(
        width: Int, height: Int, millimetres: Double
    ) throws {
        let desk = try PanelDesk(panel: Self.file + Self.withPIN, width: width, height: height)
        let density = Double(width) / millimetres
        desk.panel.window.pixelsPerMillimetre = density
        try desk.touch("top.lock").lift()
        try desk.touch("top.lock").lift()
        let keypad = try #require(desk.panel.lockState.unlockPad?.keypad)
        for meaning in Keypad.digits.joined() {
            let frame = try #require(keypad.key(meaning)).frameInWindow
            #expect(min(frame.width, frame.height) >= 9 * density - 1)
            #expect(desk.panel.window.bounds.contains(frame))
        }
    }

    @Test func `mistakes have their line and column`() {
        let cases: [(String, String)] = [
            ("[lock]\npin = \"12 4\"", "14:7: 'pin': a PIN has 1 to 12 digits, as in \"1234\""),
            (
                "[lock]\npin = 1234",
                "14:7: 'pin': expected a PIN in quotes, as in \"1234\", found a number"
            ),
            (
                "[lock]\nexcept = [\"ch1.mut\"]",
                "14:10: 'except': no control 'ch1.mut'; did you mean 'ch1.mute'?"
            ),
            ("[lock]\npni = \"1\"", "14:1: unknown key 'pni' in [lock]; did you mean 'pin'?"),
        ]
        for (text, message) in cases {
            let file = PanelFile(text: Self.file + text, name: "t.toml")
            #expect((file.errors + file.warnings).map(\.description) == ["t.toml:\(message)"])
        }
        let plain = PanelFile(
            text: PanelDesk.twoFaders + "[lock]\nexcept = [\"*.mute\"]\n", name: "t.toml")
        #expect(
            plain.warnings.map(\.message) == [
                "'except' is not in effect: no key locks the panel"
            ])
    }
}
