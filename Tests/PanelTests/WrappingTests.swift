import Controls
import PanelProtocol
import Testing

@testable import Panel

struct WrappingTests {
    static let knob = #"type = "knob", max = 360"#

    private func apply(_ change: SetRequest.Change, to desk: PanelDesk) throws -> ControlValue? {
        try desk.panel.apply(
            SetRequest(control: "s.a", change: change), from: desk.client, at: desk.glass.now
        ).state.value
    }

    /// A panel with one control.
    private func desk(_ options: String) throws -> PanelDesk {
        try PanelDesk(
            panel: """
                [[pages]]
                id = "p"
                strips = [{ id = "s", controls = [{ id = "a", \(options) }] }]
                """)
    }

    @Test func `a difference goes past the ends of an endless knob, as a finger does`() throws {
        let desk = try desk(#"type = "knob", min = 0, max = 360, default = 350, wrap = true"#)
        #expect(try apply(.delta(.number(30)), to: desk) == .number(20))
        #expect(try apply(.delta(.number(-50)), to: desk) == .number(330))
        #expect(try apply(.delta(.number(30)), to: desk) == .number(360))
        #expect(try apply(.delta(.number(10)), to: desk) == .number(10))
        #expect(try apply(.deltaNorm(.number(-0.25)), to: desk) == .number(280))
        #expect(try apply(.delta(.number(3600)), to: desk) == .number(280))
        // Values and positions are no differences.
        #expect(try apply(.value(.number(370)), to: desk) == .number(360))
        #expect(try apply(.norm(.number(-0.2)), to: desk) == .number(0))
    }

    @Test func `differences in one batch go past an end one after the other`() throws {
        let desk = try desk(#"type = "knob", min = 0, max = 360, default = 350, wrap = true"#)
        let difference = SetRequest(control: "s.a", change: .delta(.number(30)))
        _ = try desk.panel.apply(
            BatchRequest([difference, difference]), from: desk.client, at: desk.glass.now)
        #expect(desk.value("s.a") == 50)
    }

    @Test func `a difference goes past the last value of a stepper to the first`() throws {
        let numbers = try desk(
            #"type = "stepper", min = 1, max = 12, step = 1, default = 11, wrap = true"#)
        #expect(try apply(.delta(.number(2)), to: numbers) == .number(1))
        #expect(try apply(.delta(.number(-1)), to: numbers) == .number(12))
        let words = try desk(
            #"type = "stepper", options = ["a", "b", "c"], default = "c", wrap = true"#)
        #expect(try apply(.delta(.number(1)), to: words) == .text("a"))
        #expect(try apply(.delta(.number(-2)), to: words) == .text("b"))
        let ends = try desk(#"type = "stepper", options = ["a", "b", "c"], default = "c""#)
        #expect(try apply(.delta(.number(1)), to: ends) == .text("c"))
    }

    @Test func `an endless knob fades the shorter way and takes a linked fader along`() throws {
        let desk = try PanelDesk(linked: [
            "\(Self.knob), default = 350, wrap = true",
            #"type = "slider", max = 360, default = 100"#,
        ])
        let result = try desk.set("s.a", 20, over: 500)
        #expect(result.target == .number(20))
        desk.wait(100)
        let early = try #require(desk.value("s.a"))
        #expect(early > 350 || early < 20)
        // What is saved is where both end.
        let saved = desk.panel.state.values
        #expect(saved["s.a"] == .number(20))
        #expect(saved["s.b"]?.number.map { abs($0 - 130) < 1e-6 } == true)
        #expect(desk.value("s.b").map { (100...130).contains($0) } == true)
        desk.wait(500)
        #expect(desk.value("s.a") == 20 && desk.value("s.b").map { abs($0 - 130) < 1e-6 } == true)
        #expect(desk.isWellNested())
    }

    @Test(arguments: [(0.0, 350.0, 26.0), (10, 350, 0)])
    func `assistive software turns an endless knob past its end`(
        _ step: Double, _ first: Double, _ last: Double
    ) {
        let knob = Knob(frame: .zero)
        knob.maximumValue = 360
        knob.wraps = true
        knob.scale.step = step
        knob.value = first
        knob.accessibilityIncrement()
        if step > 0 { knob.accessibilityIncrement() }
        #expect(abs(knob.value - last - (step > 0 ? 10 : 0)) < 1e-6)
        knob.accessibilityDecrement()
        if step > 0 { knob.accessibilityDecrement() }
        #expect(abs(knob.value - first) < 1e-6)
    }
}
