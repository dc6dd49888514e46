import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Pads of a panel file: two values under one finger.
struct XYTypeTests {
    private func control(_ options: String) throws -> (Glass, PanelControl, XYPad) {
        let panel = try Panel(
            PanelTests.panel(of: "{ id = \"p\", type = \"xy\", \(options) }"), width: 400,
            height: 480, fonts: FontCollection())
        let control = try #require(panel["s.p"])
        return (Glass(panel.window), control, try #require(control.view as? XYPad))
    }

    private func set(_ control: PanelControl, _ change: SetRequest.Change) throws -> ControlValue {
        try control.apply(change, from: .client("c1", name: nil), at: .seconds(1)).state.value
    }

    private let cutoff =
        """
        x = { min = 20, max = 20000, unit = "Hz", taper = "log", default = 200, label = "Cutoff" }
        """

    @Test func `a pad takes every option of the file`() throws {
        let (_, control, pad) = try control(
            """
            \(cutoff), y = { min = -1, max = 1, step = 0.1, spring = true }, mode = "absolute", \
            grid = 4, fine = "second-finger", fine_ratio = 0.2, report = "release"
            """)
        #expect(pad.xScale.minimum == 20 && pad.xScale.maximum == 20_000)
        #expect(pad.xLabel == "Cutoff" && pad.yLabel == "")
        #expect(pad.yScale.step == 0.1 && pad.springAxes == .y)
        #expect(pad.xValue == 200 && pad.yValue == 0 && pad.xDefault == 200)
        #expect(!pad.isRelative && !control.reportsMovements && pad.gridDivisions == 4)
        #expect(pad.fineControl == .secondFinger && pad.fineRatio == 0.2)
        #expect(control.valueText == "200 Hz, 0.0")
    }

    @Test func `a pad with a spring springs on both axes, unless an axis disables it`() throws {
        #expect(try control("spring = true").2.springAxes == .both)
        #expect(try control("spring = true, x = { spring = false }").2.springAxes == .y)
        #expect(try control("x = { min = 0, max = 2 }").2.springAxes == [])
    }

    @Test func `a client sets one axis or both, in their units or as normalized values`() throws {
        let (_, control, pad) = try control(cutoff)
        #expect(
            try set(control, .value(.parts([.init("y", 0.25)])))
                == .parts([.init("x", 200), .init("y", 0.25)]))
        let both = try set(control, .norm(.parts([.init("x", 1), .init("y", 2)])))
        #expect(both == .parts([.init("x", 20_000), .init("y", 1)]), "kept within")
        #expect(pad.xValue == 20_000 && pad.yValue == 1)
        #expect(throws: RequestError.self) { try set(control, .value(.number(1))) }
        #expect(throws: RequestError.self) { try set(control, .value(.parts([.init("z", 1)]))) }
    }

    @Test func `a finger moves both values, and a spring returns one of them`() throws {
        let (glass, control, pad) = try control("y = { spring = true, min = -1, max = 1 }")
        var phases: [ValueChanged.Phase] = []
        let handlers = ControlHandlers()
        handlers.onTouch = { _, phase, _ in phases.append(phase) }
        control.handlers = handlers
        let finger = glass.touch(pad).drag(up: 40, right: 40)
        #expect(pad.xValue > 0 && pad.yValue > 0)
        #expect(control.state?.isTouched == true)
        finger.lift()
        #expect(pad.xValue > 0 && pad.yValue == 0)
        #expect(phases.first == .began && phases.last == .ended && phases.contains(.changed))
    }

    @Test func `a list describes each axis`() throws {
        let (_, control, _) = try control("\(cutoff), y = { min = -1, max = 1, step = 0.5 }")
        var x = AxisInfo(part: "x", minimum: 20, maximum: 20_000, unit: "Hz", taper: "log")
        x.minimumIsOff = false
        var y = AxisInfo(part: "y", minimum: -1, maximum: 1, unit: "", taper: "linear")
        y.step = 0.5
        #expect(control.info.axes == [x, y] && control.info.parts == ["x", "y"])
        #expect(control.info.minimum == nil && control.info.access == .readWrite)
        #expect(control.info.accessibility?.traits == ["adjustable"])
        #expect(
            control.info.defaultValue == .parts([.init("x", 200), .init("y", 0)]))
    }

    @Test(arguments: [
        ("x = 3", "4:30: 'x': expected a table, found a number"),
        ("x = { min = 2 }", "4:38: 'min' is 2 and 'max' is 1: 'min' must be below 'max'"),
        ("y = { unit = \"dB\" }", "4:30: a scale in dB needs 'min' and 'max', or the"),
        ("y = { default = 7 }", "4:42: 'default' is 7, outside 0…1"),
        ("mode = \"latched\"", "4:33: unknown mode 'latched'; known are relative, absolute"),
        ("grid = 65", "4:33: 'grid' is 65, outside 0…64"),
    ])
    func `a wrong option of a pad is reported with its position`(options: String, message: String) {
        let errors = file(of: "{ id = \"p\", type = \"xy\", \(options) }")
            .errors.map(\.description)
        #expect(errors.count == 1 && errors[0].hasPrefix("t.toml:" + message), "\(errors)")
    }

    @Test(arguments: [
        ("fine = \"zones\"", "'fine' is not in effect: a pad does not support zones"),
        ("min = 3", "unknown key 'min' in an xy"),
        ("x = { mni = 3 }", "unknown key 'mni' in 'x'; did you mean 'min'?"),
    ])
    func `an option that has no effect on a pad is reported`(options: String, message: String) {
        let file = file(of: "{ id = \"p\", type = \"xy\", \(options) }")
        #expect(file.errors.isEmpty)
        #expect(file.warnings.map(\.message) == [message])
    }
}
