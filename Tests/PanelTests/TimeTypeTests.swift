import Controls
import Drawing
import Fingers
import PanelProtocol
import Testing

@testable import Panel

/// Wheels for times of a panel file.
struct TimeTypeTests {
    private func control(_ options: String) throws -> (Glass, PanelControl, DatePicker) {
        let panel = try Panel(
            PanelTests.panel(of: "{ id = \"t\", type = \"time\", \(options) }"), width: 400,
            height: 480, fonts: FontCollection())
        let control = try #require(panel["s.t"])
        return (Glass(panel.window), control, try #require(control.view as? DatePicker))
    }

    private func set(_ control: PanelControl, _ change: SetRequest.Change) throws -> ControlValue {
        try control.apply(change, from: .client("c1", name: nil), at: .seconds(1)).state.value
    }

    @Test func `wheels take every option of the file`() throws {
        let (_, control, picker) = try control(
            """
            mode = "countdown", min = 60, max = "30:00:00", default = "1:30:00", step = 5, \
            report = "release"
            """)
        #expect(picker.datePickerMode == .countDownTimer && picker.secondInterval == 5)
        #expect(picker.minimumTime == .seconds(60) && picker.maximumTime == .seconds(108_000))
        #expect(picker.time == .seconds(5400) && !control.reportsMovements)
        #expect(control.valueText == "01:30:00")
    }

    @Test func `a time of day has no seconds, and steps in minutes`() throws {
        let (_, control, picker) = try control("mode = \"time\", step = 900, default = \"19:30\"")
        #expect(picker.datePickerMode == .time && picker.minuteInterval == 15)
        #expect(control.valueText == "19:30")
        #expect(control.state?.value == .number(70_200))
    }

    @Test func `times between two steps are those of the wheels, and reported`() throws {
        let options =
            "mode = \"time\", step = 900, min = \"8:10\", max = \"20:20\", default = \"9:20\""
        let (_, control, _) = try control(options)
        let info = control.info
        #expect(info.minimum == 29_700 && info.maximum == 72_900)
        #expect(info.defaultValue == .number(33_300) && control.valueText == "09:15")
        #expect(try set(control, .norm(.number(1))) == .number(72_900))
        #expect(control.state?.norm == .number(1))
        #expect(
            file(of: "{ id = \"t\", type = \"time\", \(options) }").warnings.map(\.message) == [
                "'min' is 08:10:00, between two steps: it is 08:15:00",
                "'max' is 20:20:00, between two steps: it is 20:15:00",
                "'default' is 09:20:00, between two steps: it is 09:15:00",
            ])
        let narrow = "{ id = \"t\", type = \"time\", step = 30, min = 1, max = 29 }"
        #expect(
            file(of: narrow).errors.map(\.message) == ["no step is between 'min' and 'max'"])
    }

    @Test func `a client sets seconds, normalized values or readable times`() throws {
        let (_, control, _) = try control("max = \"10:00:00\"")
        #expect(try set(control, .value(.number(61.4))) == .number(61))
        #expect(try set(control, .delta(.number(-1))) == .number(60))
        #expect(try set(control, .norm(.number(0.5))) == .number(18_000))
        #expect(try set(control, .deltaNorm(.number(-0.25))) == .number(9000))
        #expect(try set(control, .value(.text("1:02:03"))) == .number(3723))
        #expect(try set(control, .value(.text("00:05"))) == .number(300))
        #expect(control.state?.norm == .number(300.0 / 36_000))
    }

    @Test(arguments: [1e300, -1e300, 9e18, 36_001, -1])
    func `a time outside the range becomes the nearest limit`(seconds: Double) throws {
        let (_, control, _) = try control("max = \"10:00:00\"")
        #expect(
            try set(control, .value(.number(seconds))) == .number(seconds > 0 ? 36_000 : 0))
        #expect(
            try set(control, .delta(.number(seconds))).number.map { (0...36_000).contains($0) }
                == true)
    }

    @Test(arguments: [
        "", ":", "1", "1:60", "1:00:60", "100:00", "1:2:3:4", "-1:00", "1:0x", "１:00", "1::2",
        " 1:00",
    ])
    func `a value that is not a time is rejected`(text: String) throws {
        let (_, control, _) = try control("max = \"10:00:00\"")
        let rejection = #expect(throws: RequestError.self) {
            try set(control, .value(.text(text)))
        }
        #expect(
            rejection?.message == "s.t: expected a time in 00:00:00...10:00:00, or its seconds")
    }

    @Test func `a finger turns a wheel, and clients are notified`() throws {
        let (glass, control, picker) = try control("default = \"1:30:00\"")
        var phases: [ValueChanged.Phase] = []
        let handlers = ControlHandlers()
        handlers.onTouch = { _, phase, _ in phases.append(phase) }
        control.handlers = handlers
        let hours = Point(x: picker.bounds.width / 6, y: picker.bounds.midY)
        glass.touch(picker, at: hours).drag(up: 60).lift()
        #expect(try #require(control.state?.value.number) > 5400)
        #expect(phases.first == .began && phases.last == .ended)
    }

    @Test func `a list describes the wheels`() throws {
        let (_, control, _) = try control("mode = \"time\", step = 300")
        let info = control.info
        #expect(info.unit == "s" && info.minimum == 0 && info.maximum == 86_100)
        #expect(info.step == 300 && info.defaultValue == .number(0))
        #expect(info.access == .readWrite && info.accessibility?.traits == ["adjustable"])
    }

    @Test(arguments: [
        ("mode = \"day\"", "4:35: unknown mode 'day'; known are time, time_seconds, countdown"),
        ("max = \"25:00\"", "4:34: 'max' is outside 00:00:00…23:59:59"),
        ("min = \"x\"", "4:34: 'min': expected a time such as \"1:30:00\", or its seconds"),
        ("min = 1.5", "4:34: 'min': expected a time such as \"1:30:00\", or its seconds"),
        (
            "min = 10, max = 10",
            "4:44: 'min' is 00:00:10 and 'max' is 00:00:10: 'min' must be below 'max'"
        ),
        ("min = 10, default = 5", "4:48: 'default' is outside 00:00:10…23:59:59"),
        ("step = 7", "4:35: 'step' is 7; expected seconds that divide a minute, up to 30"),
        ("mode = \"time\", step = 30", "4:50: 'step' is 30; expected 60 times minutes"),
    ])
    func `a wrong option of the wheels is reported with its position`(
        options: String, message: String
    ) {
        let errors = file(of: "{ id = \"t\", type = \"time\", \(options) }")
            .errors.map(\.description)
        #expect(errors.count == 1 && errors[0].hasPrefix("t.toml:" + message), "\(errors)")
    }
}
