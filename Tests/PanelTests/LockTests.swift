import Controls
import Drawing
import PanelProtocol
import Testing

@testable import Panel

struct LockTests {
    private func lock(_ desk: PanelDesk, _ request: LockRequest) throws {
        _ = try desk.panel.perform(request, from: desk.client, at: desk.glass.now)
    }

    @Test func `a locked panel ignores fingers, except on excepted controls`() throws {
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

    @Test func `the padlock covers nothing that can be touched`() throws {
        let desk = try PanelDesk(
            panel: """
                [areas.top]
                height = 60
                [[areas.top.strips]]
                id = "top"
                controls = [{ row = [
                  { id = "a", type = "switch", label = "A" }, { space = 1 },
                  { id = "lock", type = "button", label = "Lock", action = { lock = true } },
                ] }]
                [[pages]]
                id = "p"
                strips = [{ id = "ch{n}", count = 8, controls = [
                  { id = "level", type = "slider" }, { id = "mute", type = "switch", label = "M" },
                ] }]
                """)
        try lock(desk, LockRequest(isOn: true, except: [Glob("top.*")]))
        let sign = try #require(
            desk.panel.window.subviews.first { $0.accessibilityLabel == "Locked" })
        #expect(Rect(x: 0, y: 0, width: 800, height: 480).contains(sign.frame))
        for id in ["top.a", "top.lock"] {
            let key = try #require(desk.panel[id]).view.frameInWindow
            #expect(!key.intersects(sign.frame), "\(id) is below \(sign.frame)")
        }
    }

    @Test func `a lock cancels the touches on the panel and is given as the reason`() throws {
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
        #expect(ends.map(\.reason) == [.lock, nil])
    }

    @Test func `a lock does not affect clients unless it covers them`() throws {
        let desk = try PanelDesk()
        try lock(desk, LockRequest(isOn: true))
        #expect(try desk.set("ch1.level", 20).isApplied)
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.level")], coversClients: true))
        let rejection = #expect(throws: RequestError.self) { try desk.set("ch1.level", 30) }
        #expect(rejection?.code == .locked)
        #expect(try desk.set("ch2.level", 30).isApplied)
        let page = #expect(throws: RequestError.self) {
            try desk.panel.perform(page: "dyn", from: desk.client, at: desk.glass.now)
        }
        #expect(page?.code == .locked)
        // What the engine says is so is shown all the same.
        let feedback = SetRequest(control: "ch1.level", change: .value(.number(30)))
        #expect(
            try desk.panel.apply(
                feedback, from: .feedback("c1", name: nil), at: desk.glass.now
            ).isApplied)
        var operation = feedback
        operation.isFeedback = true
        _ = try desk.panel.apply(
            BatchRequest([operation]), from: desk.client, at: desk.glass.now)
        try lock(desk, LockRequest(isOn: false))
        #expect(try desk.set("ch1.level", 40).isApplied)
    }

    @Test(arguments: ["dark", "light", "high-contrast"])
    func `a locked panel looks locked, and looks as before when it is unlocked`(theme: String)
        throws
    {
        let desk = try PanelDesk("[theme]\nbase = \"\(theme)\"\n")
        _ = desk.glass.nextFrame()
        let before = copy(of: desk)
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.mute")]))
        _ = desk.glass.nextFrame()
        #expect(desk.glass.missedPixels.isEmpty)
        let changed = desk.glass.picture.differingPixels(from: before, tolerance: 8)
        for (id, isLocked) in [("ch1.level", true), ("ch1.mute", true), ("ch2.mute", false)] {
            let frame = try #require(desk.panel[id]).view.frameInWindow.integral
            let area = changed.intersection(Region(frame)).area
            #expect(isLocked ? area > 100 : area == 0, "\(id)")
        }
        // At rest it costs nothing.
        #expect(desk.glass.nextFrame().isEmpty)
        try lock(desk, LockRequest(isOn: false))
        _ = desk.glass.nextFrame()
        #expect(desk.glass.picture.differingPixels(from: before, tolerance: 0).isEmpty)
    }

    @Test func `a finger sees a padlock on a locked control, and none on a free control`() throws {
        let desk = try PanelDesk()
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.mute")]))
        _ = desk.glass.nextFrame()
        let before = copy(of: desk)
        let finger = try desk.touch("ch1.level")
        // It is above the finger, and the one in the corner shakes.
        let damage = desk.glass.nextFrame()
        #expect(!damage.isEmpty && damage.area < 20_000)
        #expect(desk.glass.missedPixels.isEmpty)
        desk.wait(400)
        _ = desk.glass.nextFrame()
        finger.drag(up: 30)
        #expect(desk.glass.nextFrame().isEmpty)
        finger.lift()
        desk.wait(1000)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.picture.differingPixels(from: before, tolerance: 0).isEmpty)
        #expect(desk.panel.nextDeadline == nil)
        let free = try desk.touch("ch2.mute")
        let frame = try #require(desk.panel["ch2.mute"]).view.frameInWindow
        #expect(frame.insetBy(dx: -8, dy: -8).contains(Rect(desk.glass.nextFrame().extents)))
        free.lift()
        // Unlocked while it is seen, it is gone at once.
        let other = try desk.touch("ch1.level")
        try lock(desk, LockRequest(isOn: false))
        other.lift()
        desk.wait(300)
        #expect(desk.panel.nextDeadline == nil)
    }

    @Test func `a touch on what is locked shakes the padlock, which rests soon`() throws {
        let desk = try PanelDesk()
        try lock(desk, LockRequest(isOn: true))
        _ = desk.glass.nextFrame()
        let before = copy(of: desk)
        try desk.touch("ch1.level").lift()
        // In the corner, and above the finger.
        let corner = Region(PixelRect(x: 720, y: 0, width: 80, height: 60))
        var places: Set<Int> = []
        var frames = 0
        while desk.panel.window.needsFrame, frames < 100 {
            _ = desk.glass.nextFrame()
            #expect(desk.glass.missedPixels.isEmpty)
            let moved = desk.glass.picture.differingPixels(from: before, tolerance: 8)
            places.insert(moved.intersection(corner).area)
            frames += 1
        }
        #expect((15...25).contains(frames) && places.count > 3)
        let shaken = desk.glass.picture.differingPixels(from: before, tolerance: 0)
        #expect(shaken.intersection(corner).isEmpty, "it is where it was")
        // Only the padlock above the finger is there, until it goes.
        #expect(!desk.panel.window.needsFrame)
        desk.wait(1000)
        _ = desk.glass.nextFrame()
        #expect(desk.glass.picture.differingPixels(from: before, tolerance: 0).isEmpty)
        #expect(desk.panel.nextDeadline == nil && !desk.panel.window.needsFrame)
    }

    @Test func `a lock is visible on another page, in another size and after a reload`() throws {
        let desk = try PanelDesk()
        try lock(desk, LockRequest(isOn: true))
        let locked = try PanelDesk()
        locked.panel.layOut(width: 640, height: 400)
        locked.panel.show(page: "dyn")
        desk.panel.layOut(width: 640, height: 400)
        desk.panel.reload(
            try PanelDesk.description(PanelDesk.twoFaders), from: nil, at: desk.glass.now)
        desk.panel.show(page: "dyn")
        try lock(locked, LockRequest(isOn: true))
        let pictures = [desk, locked].map { desk in
            let picture = Bitmap(width: 640, height: 400, format: .xrgb32)
            var damage = Region()
            desk.panel.window.setNeedsDisplay()
            desk.panel.window.update(damage: &damage, at: desk.glass.now)
            desk.panel.window.draw(Region(picture.bounds), into: picture)
            return picture
        }
        #expect(pictures[0].differingPixels(from: pictures[1], tolerance: 0).isEmpty)
    }

    @Test func `a lock closes an open picker, unless its swatch is free`() throws {
        let file = """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
              { id = "a", type = "color" }, { id = "b", type = "color" },
            ] }]
            """
        for (exceptions, isOpen) in [([], false), ([Glob("s.a")], true)] {
            let desk = try PanelDesk(panel: file)
            try desk.touch("s.a").lift()
            let well = try #require(desk.panel["s.a"]?.view as? ColorWell)
            #expect(well.isPickerPresented)
            try lock(desk, LockRequest(isOn: true, except: exceptions))
            #expect(well.isPickerPresented == isOpen)
        }
    }

    private func copy(of desk: PanelDesk) -> Bitmap {
        let picture = desk.glass.picture
        let copy = Bitmap(width: picture.width, height: picture.height, format: .xrgb32)
        copy.copy(from: picture)
        return copy
    }

    @Test func `a lock exception that names no control is rejected`() throws {
        let desk = try PanelDesk()
        let rejection = #expect(throws: RequestError.self) {
            try lock(desk, LockRequest(isOn: true, except: [Glob("ch1.mut")]))
        }
        #expect(rejection?.near.first == "ch1.mute")
        #expect(desk.panel.lock == nil)
    }

    @Test func `a scene is not recalled on a panel that is locked for its client`() throws {
        let scenes = """
            [[scenes]]
            name = "verse"
            values = { "ch1.level" = 10 }
            """
        let desk = try PanelDesk(scenes)
        try lock(desk, LockRequest(isOn: true, except: [Glob("ch2.level")], coversClients: true))
        _ = desk.readNotices()
        let rejection = #expect(throws: RequestError.self) {
            try desk.panel.perform(
                SceneRequest.recall(name: "verse", match: [Glob("*")], fade: .zero, except: []),
                from: desk.client,
                at: desk.glass.now)
        }
        #expect(rejection?.code == .locked)
        #expect(desk.value("ch1.level") == 50 && desk.readNotices().isEmpty)
    }
}
