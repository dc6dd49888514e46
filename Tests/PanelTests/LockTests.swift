import PanelProtocol
import Testing

@testable import Panel

struct LockTests {
    private func lock(_ desk: PanelDesk, _ request: LockRequest) throws {
        _ = try desk.panel.perform(request, from: desk.client, at: desk.glass.now)
    }

    @Test func `a locked panel does not take fingers, but for what is excepted`() throws {
        let desk = try PanelDesk()
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.mute")]))
        let finger = try desk.touch("ch1.level")
        finger.drag(up: 40)
        finger.lift()
        #expect(desk.value("ch1.level") == 50)
        #expect(desk.read() == [])
        try desk.touch("ch2.mute").lift()
        #expect(desk.read() == ["ch2.mute 1 set touch"])
        try lock(desk, LockRequest(isOn: false))
        try desk.touch("ch1.mute").lift()
        #expect(desk.read() == ["ch1.mute 1 set touch"])
        #expect(
            desk.readNotices() == [
                .locked(LockRequest(isOn: true, except: [Glob("ch2.mute")])),
                .locked(LockRequest(isOn: false)),
            ])
    }

    @Test func `a lock takes the fingers away that are on the panel, with that reason`() throws {
        let desk = try PanelDesk()
        let held = try desk.touch("ch1.level")
        held.drag(up: 20)
        let free = try desk.touch("ch2.level")
        free.drag(up: 20)
        let value = desk.value("ch1.level")
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.*")]))
        held.drag(up: 20)
        free.drag(up: 20)
        #expect(desk.value("ch1.level") == value)
        free.lift()
        #expect(desk.isWellNested())
        let ends = desk.events.filter { $0.phase == .cancelled || $0.phase == .ended }
        #expect(ends.map(\.control) == ["ch1.level", "ch2.level"])
        #expect(ends.map(\.reason) == ["lock", nil])
    }

    @Test func `clients go on through a lock, unless it covers them`() throws {
        let desk = try PanelDesk()
        try lock(desk, LockRequest(isOn: true))
        #expect(try desk.set("ch1.level", 20).isApplied)
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.level")], coversClients: true))
        let refusal = #expect(throws: Refusal.self) { try desk.set("ch1.level", 30) }
        #expect(refusal?.code == .locked)
        #expect(try desk.set("ch2.level", 30).isApplied)
        let page = #expect(throws: Refusal.self) {
            try desk.panel.perform(page: "dyn", from: desk.client, at: desk.glass.now)
        }
        #expect(page?.code == .locked)
        // What the engine says is so is shown all the same.
        let feedback = SetRequest(control: "ch1.level", change: .value(.number(30)))
        #expect(
            try desk.panel.apply(
                feedback, from: .feedback("c1", name: nil), at: desk.glass.now
            ).isApplied)
        try lock(desk, LockRequest(isOn: false))
        #expect(try desk.set("ch1.level", 40).isApplied)
    }

    @Test func `an exception that is no control is refused`() throws {
        let desk = try PanelDesk()
        let refusal = #expect(throws: Refusal.self) {
            try lock(desk, LockRequest(isOn: true, except: [Glob("ch1.mut")]))
        }
        #expect(refusal?.near == ["ch1.mute"])
        #expect(desk.panel.lock == nil)
    }
}
