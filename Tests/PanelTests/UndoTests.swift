import Controls
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// What one undo reverts, and what it leaves.
struct UndoTests {
    /// Undoes or redoes a change.
    @discardableResult
    private func ask(
        _ desk: PanelDesk, _ request: HistoryRequest, from source: ValueChanged.Source? = nil
    ) throws -> PanelReply {
        try desk.panel.perform(request, from: source ?? desk.client, at: desk.glass.now)
    }

    private func undo(_ desk: PanelDesk) throws { try ask(desk, .undo) }
    private func redo(_ desk: PanelDesk) throws { try ask(desk, .redo) }

    /// What remains to undo and to redo.
    private func depth(_ desk: PanelDesk) -> [Int] {
        [desk.panel.history.undoable.count, desk.panel.history.redoable.count]
    }

    @Test func `an undo and a redo change a whole gesture`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 20)
        finger.drag(down: 60)
        finger.lift()
        let end = try #require(desk.value("ch1.level"))
        _ = desk.read()
        try undo(desk)
        #expect(desk.read() == ["ch1.level 50 set undo"])
        try redo(desk)
        #expect(desk.read() == ["ch1.level \(Int(end)) set redo"])
        try undo(desk)
        #expect(desk.value("ch1.level") == 50 && depth(desk) == [0, 1])
    }

    @Test func `a finger that only rests, or comes back, leaves nothing to undo`() throws {
        let desk = try PanelDesk()
        try desk.touch("ch1.level").lift()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 40)
        finger.drag(down: 40)
        finger.lift()
        #expect(desk.value("ch1.level") == 50)
        let error = #expect(throws: RequestError.self) { try undo(desk) }
        #expect(error?.message == "there is nothing to undo")
        #expect(throws: RequestError.self) { try redo(desk) }
    }

    @Test func `what a gesture moves through a link goes back with it`() throws {
        let desk = try PanelDesk(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try desk.set("ch2.level", 20)
        try #require(desk.value("ch1.level") == 20)
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 40)
        finger.lift()
        #expect(desk.value("ch2.level") != 20)
        _ = desk.read()
        try undo(desk)
        #expect(desk.read() == ["ch1.level 20 set undo", "ch2.level 20 set undo"])
        let transactions = desk.events.map(\.transaction)
        #expect(Set(transactions).count <= 1)
        try undo(desk)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
    }

    @Test func `keys of a group go back together`() throws {
        let file = """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
              { id = "a", type = "switch", groups = ["src"] },
              { id = "b", type = "switch", groups = ["src"], default = true },
              { id = "all", type = "switch", master = "m" },
              { id = "x", type = "switch", groups = ["m"] },
              { id = "y", type = "switch", groups = ["m"], default = true },
            ] }]
            [groups.src]
            type = "radio"
            [groups.m]
            """
        let desk = try PanelDesk(panel: file)
        let values = { ["s.a", "s.b", "s.all", "s.x", "s.y"].map { desk.value($0) ?? -1 } }
        try desk.touch("s.a").lift()
        try desk.touch("s.all").lift()
        #expect(values() == [1, 0, 1, 1, 1])
        try undo(desk)
        #expect(values() == [1, 0, 0, 0, 1])
        try redo(desk)
        #expect(values() == [1, 0, 1, 1, 1])
        try desk.set("s.all", 0)
        #expect(values() == [1, 0, 0, 0, 1], "a redo switches no member on by itself")
        try undo(desk)
        try undo(desk)
        try undo(desk)
        #expect(values() == [0, 1, 0, 0, 1])
    }

    @Test func `two fingers make two changes, and the last one to lift goes back first`() throws {
        let desk = try PanelDesk()
        let first = try desk.touch("ch1.level")
        let second = try desk.touch("ch2.level")
        first.drag(up: 30)
        second.drag(up: 30)
        second.lift()
        first.lift()
        try undo(desk)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") != 50)
        try undo(desk)
        #expect(desk.value("ch2.level") == 50)
    }

    @Test func `an undo leaves a control to the finger that holds it`() throws {
        let desk = try PanelDesk()
        let batch = BatchRequest([
            SetRequest(control: "ch1.level", change: .value(.number(10))),
            SetRequest(control: "ch2.level", change: .value(.number(10))),
        ])
        _ = try desk.panel.apply(batch, from: desk.client, at: desk.glass.now)
        let finger = try desk.touch("ch1.level")
        guard case .history(_, 1, let rejected, 0, 1) = try ask(desk, .undo) else {
            Issue.record("not undone")
            return
        }
        #expect(rejected.map(\.control) == ["ch1.level"] && rejected[0].reason == "touched")
        #expect(desk.value("ch1.level") == 10 && desk.value("ch2.level") == 50)
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 10)
        // If it holds all of them, the change can be undone later.
        try desk.set("ch2.mute", 1)
        let key = try desk.touch("ch2.mute")
        let error = #expect(throws: RequestError.self) { try undo(desk) }
        #expect(error?.message == "a finger holds ch2.mute")
        key.lift()
        #expect(depth(desk) == [2, 0])
    }

    @Test func `an undo directly after a gesture does not wait for late replies`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 30)
        finger.lift()
        try undo(desk)
        #expect(desk.value("ch1.level") == 50)
    }

    @Test func `a scene goes back as a whole, also while it fades`() throws {
        let desk = try PanelDesk()
        let panel = desk.panel
        _ = try panel.perform(
            .store(name: "verse", match: [Glob("*.level")]), from: desk.client, at: desk.glass.now)
        try desk.set("ch1.level", 90)
        try desk.set("ch2.level", 10)
        for (milliseconds, pause) in [(0, 0), (400, 200), (400, 1000)] {
            let recall = SceneRequest.recall(
                name: "verse", match: [Glob("*")], fade: .milliseconds(milliseconds),
                except: [])
            _ = try panel.perform(recall, from: desk.client, at: desk.glass.now)
            desk.wait(pause)
            try undo(desk)
            desk.wait(1000)
            #expect(desk.value("ch1.level") == 90 && desk.value("ch2.level") == 10)
            try redo(desk)
            #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
            try undo(desk)
        }
        #expect(panel.nextDeadline == nil && desk.isWellNested())
    }

    @Test func `a scene that fades goes back after what came while it faded`() throws {
        let desk = try deskWithScene()
        try recall(desk, over: 1000)
        desk.wait(300)
        let taken = try #require(desk.value("ch1.level"))
        try desk.set("ch1.level", 20)
        desk.wait(1000)
        #expect(levels(desk) == [20, 50])
        try undo(desk)
        #expect(levels(desk) == [taken, 50])
        try undo(desk)
        #expect(levels(desk) == [90, 10])
        try redo(desk)
        try redo(desk)
        #expect(levels(desk) == [20, 50])
    }

    @Test func `a scene waits for a finger that holds its fader by a link, and comes after it`()
        throws
    {
        let desk = try deskWithScene(
            "[[links]]\nname = \"st\"\ncontrols = [\"ch1.level\", \"ch2.level\"]\nmode = \"relative\""
        )
        let start = levels(desk)
        let finger = try desk.touch("ch2.level")
        finger.drag(up: 20)
        let dragged = levels(desk)
        try recall(desk)
        desk.wait(500)
        finger.lift()
        desk.wait(1000)
        #expect(levels(desk) == [50, 50])
        try undo(desk)
        #expect(levels(desk) == dragged)
        try undo(desk)
        #expect(levels(desk) == start)
    }

    @Test func `a fader that a finger takes from a fade goes back to where it was taken`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 90, over: 400)
        desk.wait(200)
        let taken = try #require(desk.value("ch1.level"))
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 60)
        finger.lift()
        try undo(desk)
        #expect(desk.value("ch1.level") == taken)
        try undo(desk)
        #expect(desk.value("ch1.level") == 50)
    }

    @Test func `requests of one client that follow one another are one change`() throws {
        let desk = try PanelDesk()
        for value in 1...20 {
            try desk.set("ch1.level", Double(value))
            try desk.set("ch2.level", Double(value))
            desk.wait(500)
        }
        #expect(depth(desk) == [1, 0])
        desk.wait(1100)
        try desk.set("ch1.level", 70)
        let other = ValueChanged.Source.client("c2", name: nil)
        let request = SetRequest(control: "ch1.level", change: .value(.number(80)))
        _ = try desk.panel.apply(request, from: other, at: desk.glass.now)
        #expect(depth(desk) == [3, 0])
        try undo(desk)
        try undo(desk)
        #expect(desk.value("ch1.level") == 20)
        try undo(desk)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
    }

    @Test func `ten changes can be undone, and a new one ends redoing`() throws {
        let desk = try PanelDesk()
        for _ in 1...12 { try desk.touch("ch1.mute").lift() }
        #expect(depth(desk) == [10, 0])
        for _ in 1...10 { try undo(desk) }
        #expect(depth(desk) == [0, 10] && desk.value("ch1.mute") == 0)
        try redo(desk)
        try desk.touch("ch2.mute").lift()
        #expect(depth(desk) == [2, 0])
    }

    @Test func `what an engine confirms is no change to undo`() throws {
        let desk = try PanelDesk()
        let feedback = SetRequest(control: "ch1.level", change: .value(.number(30)))
        _ = try desk.panel.apply(
            feedback, from: .feedback("c1", name: nil), at: desk.glass.now)
        #expect(depth(desk) == [0, 0])
        try desk.set("ch1.level", 40)
        try undo(desk)
        #expect(desk.value("ch1.level") == 30)
    }

    @Test func `a client undoes nothing on a panel that is locked for it`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 40)
        let lock = LockRequest(isOn: true, except: [Glob("ch2.*")], coversClients: true)
        _ = try desk.panel.perform(lock, from: desk.client, at: desk.glass.now)
        let error = #expect(throws: RequestError.self) { try undo(desk) }
        #expect(error?.code == .locked && desk.value("ch1.level") == 40)
        desk.wait(1100)
        try desk.set("ch2.level", 40)
        try undo(desk)
        #expect(desk.value("ch2.level") == 50)
    }

    @Test func `a reload keeps the changes of the controls that stay`() throws {
        let desk = try PanelDesk()
        try desk.touch("ch1.mute").lift()
        try desk.touch("ch2.mute").lift()
        let file = PanelDesk.twoFaders.replacing("count = 2", with: "count = 1")
        desk.panel.reload(try PanelDesk.description(file), from: nil, at: desk.glass.now)
        #expect(depth(desk) == [1, 0])
        try undo(desk)
        #expect(desk.value("ch1.mute") == 0)
        // A restored state is no change, and ends the history.
        try desk.touch("ch1.mute").lift()
        desk.panel.replace(with: desk.panel.state, at: desk.glass.now)
        #expect(depth(desk) == [0, 0])
    }

    @Test func `a value that waited for a finger is a change of its client`() throws {
        let desk = try PanelDesk()
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 30)
        try desk.set("ch1.level", 20)
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("ch1.level") == 20)
        try undo(desk)
        #expect(desk.value("ch1.level") != 20 && desk.value("ch1.level") != 50)
        try undo(desk)
        #expect(desk.value("ch1.level") == 50)
    }

    // MARK: Scenes and fingers

    /// A desk with a stored scene of both faders at 50, which are now elsewhere.
    private func deskWithScene(_ rest: String = "") throws -> PanelDesk {
        let desk = try PanelDesk(rest)
        _ = try desk.panel.perform(
            .store(name: "verse", match: [Glob("*.level")]), from: desk.client, at: desk.glass.now)
        try desk.set("ch1.level", 90)
        try desk.set("ch2.level", 10)
        desk.wait(2000)
        return desk
    }

    private func recall(_ desk: PanelDesk, over milliseconds: Int = 0) throws {
        let recall = SceneRequest.recall(
            name: "verse", match: [Glob("*")], fade: .milliseconds(milliseconds),
            except: [])
        _ = try desk.panel.perform(recall, from: desk.client, at: desk.glass.now)
    }

    private func levels(_ desk: PanelDesk) -> [Double?] {
        [desk.value("ch1.level"), desk.value("ch2.level")]
    }

    @Test(arguments: [0, 400])
    func `a scene that waits for a finger is one change, after that of the finger`(fade: Int)
        throws
    {
        let desk = try deskWithScene()
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 30)
        let dragged = desk.value("ch1.level")
        desk.wait(500)
        try recall(desk, over: fade)
        desk.wait(1000)
        #expect(levels(desk) == [dragged, 50])
        finger.lift()
        desk.wait(1000)
        #expect(levels(desk) == [50, 50] && dragged != 90)
        #expect(depth(desk) == [3, 0], "the client's, the finger's and the scene's")
        try undo(desk)
        #expect(levels(desk) == [dragged, 10], "the scene as a whole")
        try undo(desk)
        #expect(levels(desk) == [90, 10], "the gesture as a whole")
        try redo(desk)
        #expect(levels(desk) == [dragged, 10])
        try redo(desk)
        #expect(levels(desk) == [50, 50])
    }

    @Test func `a finger that only rests while a scene is recalled makes one change of both`()
        throws
    {
        let desk = try deskWithScene()
        let finger = try desk.touch("ch1.level")
        try recall(desk)
        desk.wait(1000)
        finger.lift()
        desk.wait(1000)
        #expect(levels(desk) == [50, 50] && depth(desk) == [2, 0])
        try undo(desk)
        #expect(levels(desk) == [90, 10])
    }

    @Test func `a finger that moves on after a scene makes the last change`() throws {
        let desk = try deskWithScene()
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 10)
        try recall(desk)
        finger.drag(down: 20)
        finger.lift()
        desk.wait(1000)
        let dragged = desk.value("ch1.level")
        #expect(dragged != 50 && dragged != 90)
        try undo(desk)
        #expect(levels(desk) == [90, 50], "the gesture as a whole")
        try undo(desk)
        #expect(levels(desk) == [90, 10])
    }

    @Test func `what comes while a scene waits for a finger goes back before the scene`() throws {
        let desk = try deskWithScene()
        let finger = try desk.touch("ch1.level")
        finger.drag(down: 30)
        let dragged = desk.value("ch1.level")
        try recall(desk)
        desk.wait(500)
        try desk.set("ch2.level", 70)
        finger.lift()
        desk.wait(1000)
        #expect(levels(desk) == [50, 70])
        for expected in [[50, 50], [dragged, 10], [90, 10]] {
            try undo(desk)
            #expect(levels(desk) == expected)
        }
        for expected in [[dragged, 10], [50, 50], [50, 70]] {
            try redo(desk)
            #expect(levels(desk) == expected)
        }
    }

    @Test func `a scene that is undone does not reach a held fader later`() throws {
        let desk = try deskWithScene()
        let finger = try desk.touch("ch1.level")
        try recall(desk)
        #expect(levels(desk) == [90, 50])
        try undo(desk)
        finger.lift()
        desk.wait(1000)
        #expect(levels(desk) == [90, 10])
        try redo(desk)
        #expect(levels(desk) == [50, 50], "redone, it is the whole scene")
    }

    @Test func `a key that sets faders under a finger makes one change`() throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "a", type = "slider", min = 0, max = 100, default = 50, step = 1 },
                  { id = "b", type = "slider", min = 0, max = 100, default = 50, step = 1 },
                  { id = "set", type = "button", action = { set = { "s.?" = 20 } } },
                ] }]
                """)
        let finger = try desk.touch("s.a")
        try desk.touch("s.set").lift()
        finger.lift()
        desk.wait(1000)
        #expect(desk.value("s.a") == 20 && desk.value("s.b") == 20)
        try undo(desk)
        #expect(desk.value("s.a") == 50 && desk.value("s.b") == 50)
    }

    @Test(arguments: ["live", "release"])
    func `a node that a finger drags both ways goes back at once`(report: String) throws {
        let desk = try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [
                  { id = "eq", type = "curve", report = "\(report)", bands = [
                    { frequency = 200 }, { frequency = 1000 } ] } ] }]
                """)
        let curve = try #require(desk.panel["s.eq"]?.view as? EqualizerCurve)
        let finger = desk.glass.touch(curve, at: curve.handleCenter(ofNode: 1))
        finger.drag(up: 40)
        finger.drag(right: 40)
        finger.lift()
        let values = { ["s.eq.2.frequency", "s.eq.2.gain"].map { desk.value($0) } }
        let dragged = values()
        #expect(dragged[0] != 1000 && dragged[1] != 0 && depth(desk) == [1, 0])
        try undo(desk)
        #expect(values() == [1000, 0])
        try redo(desk)
        #expect(values() == dragged && depth(desk) == [1, 0])
    }

    // MARK: Links and several fingers

    private static let pair = """
        [[links]]
        name = "st"
        controls = ["ch1.level", "ch2.level"]
        mode = "relative"

        """

    @Test func `an undo leaves a linked fader where another finger has put it`() throws {
        let desk = try PanelDesk(Self.pair)
        let first = try desk.touch("ch1.level")
        let second = try desk.touch("ch2.level")
        first.drag(up: 40)
        second.drag(down: 40)
        first.lift()
        second.lift()
        let (one, two) = (desk.value("ch1.level"), desk.value("ch2.level"))
        #expect(one != 50 && two != 50)
        try undo(desk)
        #expect(desk.value("ch1.level") == one && desk.value("ch2.level") == 50)
        try redo(desk)
        #expect(desk.value("ch1.level") == one && desk.value("ch2.level") == two)
    }

    @Test func `fingers that move one fader at the same time make one change`() throws {
        let desk = try PanelDesk(Self.pair)
        let first = try desk.touch("ch1.level").drag(up: 40)
        let second = try desk.touch("ch2.level").drag(up: 40)
        first.drag(up: 20).lift()
        second.drag(up: 20).lift()
        try undo(desk)
        #expect(levels(desk) == [50, 50])
        #expect(depth(desk) == [0, 1])
    }

    @Test func `a scene under a resting finger gives linked faders the scene's own values`() throws
    {
        let desk = try PanelDesk(Self.pair)
        _ = try desk.panel.unlink("st", from: desk.client, at: desk.glass.now)
        try desk.set("ch1.level", 40)
        try desk.set("ch2.level", 60)
        _ = try desk.panel.storeScene("a", [Glob("*")])
        for id in ["ch1.level", "ch2.level"] { try desk.set(id, 20) }
        try desk.link()
        let finger = try desk.touch("ch1.level")
        _ = try desk.panel.recallScene(named: "a", from: desk.client, at: desk.glass.now)
        desk.wait(500)
        finger.lift()
        desk.wait(2000)
        #expect(levels(desk) == [40, 60])
    }

    @Test func `a change of several fingers ends with the last of them`() throws {
        let desk = try PanelDesk(Self.pair)
        let first = try desk.touch("ch1.level").drag(up: 40)
        let second = try desk.touch("ch2.level").drag(up: 40)
        first.lift()
        try desk.set("ch1.mute", 1)
        second.drag(up: 20).lift()
        try undo(desk)
        #expect(levels(desk) == [50, 50] && desk.value("ch1.mute") == 1)
        try undo(desk)
        #expect(desk.value("ch1.mute") == 0)
    }

    @Test func `an undo says that a client holds a control`() throws {
        let desk = try PanelDesk()
        try desk.set("ch1.level", 10)
        desk.hold("ch1.level")
        let error = #expect(throws: RequestError.self) { try undo(desk) }
        #expect(error?.message == "a client holds ch1.level")
    }

    @Test func `an undo leaves a control to its finger, also where clients move it under one`()
        throws
    {
        let desk = try PanelDesk(panel: PanelDesk.allowing)
        let finger = try desk.touch("s.v")
        try desk.set("s.v", 90)
        let error = #expect(throws: RequestError.self) { try undo(desk) }
        #expect(error?.message == "a finger holds s.v" && desk.value("s.v") == 90)
        finger.lift()
        try undo(desk)
        #expect(desk.value("s.v") == 50)
    }

    @Test func `a client's value in the middle of a gesture goes back with it`() throws {
        let desk = try PanelDesk(panel: PanelDesk.allowing)
        let finger = try desk.touch("s.v").drag(up: 20)
        try desk.set("s.v", 90)
        finger.drag(up: 5)
        finger.lift()
        try undo(desk)
        #expect(desk.value("s.v") == 50)
        #expect(throws: RequestError.self) { try undo(desk) }
    }

    @Test func `a fade that is undone and redone moves the linked fader, too`() throws {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        try desk.set("ch1.level", 80, over: 3000)
        try undo(desk)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
        try redo(desk)
        #expect(desk.value("ch1.level") == 80 && desk.value("ch2.level") == 80)
    }

    @Test func `fingers at the panel and elsewhere that move linked faders make one change`() throws
    {
        let desk = try PanelDesk("[[links]]\ncontrols = [\"ch1.level\", \"ch2.level\"]")
        let finger = try desk.touch("ch1.level").drag(up: 20)
        finger.lift()
        try undo(desk)
        desk.hold("ch1.level", at: 60)
        let other = try desk.touch("ch2.level").drag(up: 20)
        other.lift()
        desk.panel.endTouches(ofClient: "c2", at: desk.glass.now)
        try undo(desk)
        #expect(desk.value("ch1.level") == 50 && desk.value("ch2.level") == 50)
        #expect(depth(desk).first == 0)
    }
}
