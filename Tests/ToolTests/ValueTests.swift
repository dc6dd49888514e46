import ArgumentParser
import GlassfaderClient
import PanelProtocol
import Testing

@testable import glassfader

/// What may be typed for a control, and what it means there.
struct ValueTests {
    private static let fader = """
        {"control":"ch1.level","type":"slider","access":"rw","unit":"dB","min":-90,"max":10,
         "min_is_off":true,"value":-6,"norm":0.6}
        """
    private static let pan = """
        {"control":"ch1.pan","type":"knob","access":"rw","unit":"%","min":-100,"max":100,
         "value":0,"norm":0.5}
        """
    private static let balance = """
        {"control":"ch1.pan","type":"knob","access":"rw","min":-100,"max":100,"format":"pan",
         "value":0,"norm":0.5}
        """
    private static let filter = """
        {"control":"filter","type":"knob","access":"rw","unit":"Hz","min":20,"max":20000,
         "value":440,"norm":0.4}
        """
    private static let delay = """
        {"control":"delay","type":"stepper","access":"rw","unit":"ms","min":0,"max":500,
         "value":35,"norm":0.07}
        """
    private static let plain = """
        {"control":"plain","type":"knob","access":"rw","min":0,"max":127,"value":6,"norm":0.05}
        """
    private static let mute = """
        {"control":"ch1.mute","type":"switch","access":"rw","value":1,"norm":1,
         "values":[{"value":0,"label":"off"},{"value":1,"label":"on"}]}
        """
    private static let titled = """
        {"control":"ch1.mute","type":"switch","access":"rw","value":1,"norm":1,
         "values":[{"value":0,"label":"Mute"},{"value":1,"label":"Muted"}]}
        """
    private static let mode = """
        {"control":"ch1.mode","type":"segmented","access":"rw","options":["off","gate","48"],
         "values":[{"value":"off","label":"Off"},{"value":"gate","label":"Noise gate"}],
         "value":"off","norm":0}
        """
    private static let drive = """
        {"control":"drive","type":"segmented","access":"rw",
         "options":["-10","+4","-20 dB","-inf","x=3"],"value":"+4","norm":0}
        """
    private static let title = """
        {"control":"title","type":"text","access":"rw","value":"Verse","norm":0}
        """
    private static let gate = """
        {"control":"ch1.gate","type":"range","access":"rw","unit":"dB","min":-60,"max":0,
         "parts":["low","high"],"value":{"low":-48,"high":-24},"norm":{"low":0.2,"high":0.6}}
        """
    private static let pad = """
        {"control":"pad","type":"xy","access":"rw","parts":["x","y"],
         "axes":{"x":{"min":20,"max":20000,"unit":"Hz"},"y":{"min":-12,"max":12,"unit":"dB"}},
         "value":{"x":1000,"y":4},"norm":{"x":0.5,"y":0.6}}
        """
    private static let stopwatch = """
        {"control":"take","type":"stopwatch","access":"rw","parts":["seconds","running"],
         "value":{"seconds":90,"running":1},"norm":{"seconds":0,"running":1}}
        """
    private static let color = """
        {"control":"color","type":"color","access":"rw","value":"#ffb000","norm":0}
        """
    private static let cue = """
        {"control":"cue","type":"time","access":"rw","unit":"s","min":0,"max":86399,"value":60,
         "norm":0.1}
        """
    private static let label = #"{"control":"ch1.value","type":"label","access":"r"}"#
    private static let reading =
        #"{"control":"ch1.gain","type":"knob","access":"r","value":0.0,"norm":0.0}"#
    private static let shown =
        #"{"control":"ch1.gain","type":"knob","access":"w","min":0,"max":1,"value":0.0,"norm":0.0}"#
    private static let meter = #"{"control":"ch1.in","type":"meter","access":"w"}"#

    private static func change(
        _ control: String, _ words: [String],
        in measure: ChangeParser.Measure = ChangeParser.Measure()
    ) throws -> PanelChange {
        let object = try JSON.object(parsing: Array(control.utf8)[...])
        let control = try #require(PanelControl(object))
        return try ChangeParser(for: control, in: measure).change(words)
    }

    @Test(arguments: [
        (fader, "-6", PanelChange.value(.number(-6))),
        (fader, "−6", .value(.number(-6))),
        (fader, "-6dB", .value(.number(-6))),
        (fader, "-6 db", .value(.number(-6))),
        (fader, "-.5", .value(.number(-0.5))),
        (fader, "+1.5", .delta(.number(1.5))),
        (fader, "+1.5dB", .delta(.number(1.5))),
        (fader, "50%", .norm(.number(0.5))),
        (fader, "+5%", .deltaNorm(.number(0.05))),
        (fader, "-inf", .value(.number(-90))),
        (fader, "−∞", .value(.number(-90))),
        (fader, "-∞ dB", .value(.number(-90))),
        (pan, "50%", .value(.number(50))),
        (pan, "+5%", .delta(.number(5))),
        (balance, "L30", .value(.number(-30))),
        (balance, "r12.5", .value(.number(12.5))),
        (balance, "C", .value(.number(0))),
        (balance, "-30", .value(.number(-30))),
        (filter, "1.2kHz", .value(.number(1200))),
        (filter, "1k", .value(.number(1000))),
        (filter, "440 Hz", .value(.number(440))),
        (delay, "0.25s", .value(.number(250))),
        (plain, "100", .value(.number(100))),
        (plain, "4e-05", .value(.number(4e-05))),
        (plain, "−1.5E+1", .value(.number(-15))),
        (filter, "2e3Hz", .value(.number(2000))),
        (fader, "+1e0 dB", .delta(.number(1))),
        (mute, "on", .value(.number(1))),
        (mute, "OFF", .value(.number(0))),
        (mute, "no", .value(.number(0))),
        (mute, "toggle", .value(.number(0))),
        (mute, "1", .value(.number(1))),
        (titled, "muted", .value(.number(1))),
        (titled, "off", .value(.number(0))),
        (titled, "yes", .value(.number(1))),
        (titled, "toggle", .value(.number(0))),
        (mode, "gate", .value(.text("gate"))),
        (mode, "noise gate", .value(.text("gate"))),
        (mode, "Gate", .value(.text("gate"))),
        (mode, "48", .value(.text("48"))),
        (drive, "−10", .value(.text("-10"))),
        (drive, "+4", .value(.text("+4"))),
        (drive, "−20 db", .value(.text("-20 dB"))),
        (drive, "−inf", .value(.text("-inf"))),
        (drive, "x=3", .value(.text("x=3"))),
        (title, "−5=7", .value(.text("-5=7"))),
        (color, "#35a7ff", .value(.text("#35a7ff"))),
        (cue, "1:23:45", .value(.number(5025))),
        (cue, "0:30", .value(.number(1800))),
        (cue, "90", .value(.number(90))),
        (cue, "23:59:59", .value(.number(86399))),
        (cue, "2min", .value(.number(120))),
    ])
    func `values can be written in common notations`(
        control: String, word: String, change: PanelChange
    ) throws {
        #expect(try Self.change(control, [word]) == change)
    }

    @Test(arguments: [
        (gate, ["low=-48", "high=-24"], PanelChange.value(.range(low: -48, high: -24))),
        (gate, ["low=-48,high=-24dB"], .value(.range(low: -48, high: -24))),
        (gate, ["-48,-24"], .value(.range(low: -48, high: -24))),
        (gate, ["-48.0 dB … -24.0 dB"], .value(.range(low: -48, high: -24))),
        (gate, ["high=-12"], .value(.parts([.init("high", -12)]))),
        (gate, ["low=+3", "high=+3dB"], .delta(.range(low: 3, high: 3))),
        (gate, ["low=20%", "high=50%"], .norm(.range(low: 0.2, high: 0.5))),
        (pad, ["x=1.5kHz", "y=-3dB"], .value(.parts([.init("x", 1500), .init("y", -3)]))),
        (pad, ["1.50 kHz, -3.0 dB"], .value(.parts([.init("x", 1500), .init("y", -3)]))),
        (stopwatch, ["1:30"], .value(.text("1:30"))),
        (stopwatch, ["running=0"], .value(.parts([.init("running", 0)]))),
    ])
    func `the parts of a control are set by name`(
        control: String, words: [String], change: PanelChange
    ) throws {
        #expect(try Self.change(control, words) == change)
    }

    @Test func `what only programs set can be set, but for levels`() throws {
        #expect(try Self.change(Self.shown, ["0.3"]) == .value(.number(0.3)))
        #expect(throws: ChangeParser.ValueError.self) { try Self.change(Self.meter, ["-3"]) }
    }

    @Test(arguments: [
        (fader, ["3Hz"], "ch1.level is in dB, not in Hz"),
        (plain, ["3dB"], "plain has no unit: omit 'dB'"),
        (pad, ["x=3dB"], "pad is in Hz, not in dB"),
        (plain, ["-inf"], "plain cannot be set to -∞"),
        (fader, ["loud"], "ch1.level: 'loud' is not a value: it takes a number in dB"),
        (fader, ["nan"], "ch1.level: 'nan' is not a value: it takes a number in dB"),
        (fader, ["1e400"], "ch1.level: '1e400' is not a value: it takes a number in dB"),
        (fader, ["3e"], "ch1.level is in dB, not in e"),
        (filter, ["1e308kHz"], "filter: 1e+308 kHz is too large a number"),
        (fader, ["low=3"], "ch1.level has no parts: it takes one value"),
        (gate, ["-48"], "ch1.gate: it takes two values, such as low=-48 high=-24"),
        (gate, ["1,2,3"], "ch1.gate: it takes two values, such as low=-48 high=-24"),
        (gate, ["mid=3"], "ch1.gate has no part 'mid': use low and high"),
        (gate, ["low=-9", "low=-3"], "ch1.gate: 'low' has two values"),
        (cue, ["25:99"], "cue: '25:99' is not a time: it takes hours:minutes or hours:minutes:sec"),
        (cue, ["23:60"], "cue: '23:60' is not a time"),
        (cue, ["24:00"], "cue: '24:00' is not a time"),
        (gate, ["low=", "high=3"], "ch1.gate: '' is not a value: it takes two values"),
        (gate, ["low=3", "high=50%"], "ch1.gate: values, steps and percents cannot be mixed"),
        (label, ["3"], "ch1.value cannot be set: it is a label"),
        (reading, ["3"], "ch1.gain cannot be set: it is read-only"),
    ])
    func `an unsuitable value gives a readable error`(
        control: String, words: [String], message: String
    ) throws {
        let error = #expect(throws: ChangeParser.ValueError.self) {
            try Self.change(control, words)
        }
        #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
    }

    @Test(
        arguments: [
            ([], SetPosition.control),
            (["ch1.level"], .value(of: "ch1.level")),
            (["ch1.level", "-6"], .control),
            (["ch1.gate", "low=-6", "high=-3"], .control),
            (["--over", "2s", "ch1.mute"], .value(of: "ch1.mute")),
            (["--socket=/s", "--feedback", "ch1.mute"], .value(of: "ch1.mute")),
            (["ch1.mute", "--by", "1"], .control),
            (["--norm", "ch1.mute"], .number),
            (["ch1.gate", "low="], .number),
            (["cue", "1:"], .number),
        ] as [([String], SetPosition)])
    func `after a control comes a value, and after a value a control`(
        words: [String], position: SetPosition
    ) {
        #expect(SetPosition(after: ["glassfader", "set"] + words) == position)
    }

    @Test(
        arguments: [
            ([mute], ["off", "on", "toggle"]), ([mode], ["off", "gate", "48"]),
            ([titled], ["Mute", "Muted", "toggle"]), ([mute, titled], ["toggle"]),
            ([mute, mode], ["off"]),
            ([fader], []), ([label], []), ([], []),
        ] as [([String], [String])])
    func `the words for controls are those that all of them take`(
        controls: [String], words: [String]
    ) throws {
        let controls = try controls.compactMap { text in
            PanelControl(try JSON.object(parsing: Array(text.utf8)[...]))
        }
        #expect(SetPosition.words(for: controls) == words)
    }

    @Test func `a separate option requests a step down`() throws {
        let command = try Self.set(["ch1.level", "ch2.level", "--by", "-1.5dB"])
        #expect(
            try command.assignments() == [
                .init(control: "ch1.level", words: ["−1.5dB"]),
                .init(control: "ch2.level", words: ["−1.5dB"]),
            ])
        let step = ChangeParser.Measure(isStep: true)
        #expect(try Self.change(Self.fader, ["−1.5dB"], in: step) == .delta(.number(-1.5)))
        #expect(try Self.change(Self.fader, ["-5%"], in: step) == .deltaNorm(.number(-0.05)))
        let norm = ChangeParser.Measure(isNorm: true, isStep: true)
        #expect(try Self.change(Self.fader, ["-0.1"], in: norm) == .deltaNorm(.number(-0.1)))
    }

    @Test func `one request sets several controls`() throws {
        let command = try Self.set([
            "ch1.level", "-6dB", "ch1.gate", "low=-48", "high=-24", "--over", "500ms", "ch2.level",
            "-inf",
        ])
        #expect(
            try command.assignments() == [
                .init(control: "ch1.level", words: ["−6dB"]),
                .init(control: "ch1.gate", words: ["low=-48", "high=-24"]),
                .init(control: "ch2.level", words: ["−inf"]),
            ])
        #expect(command.fade.duration == .milliseconds(500))
    }

    @Test(arguments: [
        ["set"], ["set", "a"], ["set", "a", ""], ["set", "a", "1", "b"], ["set", "a", "--by", "x"],
        ["set", "a", "1", "--over", "500"], ["set", "a", "1", "--over", "-1s"],
        ["set", "a", "1", "--over", "1s", "--over-ms", "5"],
        ["set", "a", "1", "--feedback", "--over", "1s"],
        ["watch", "--phases", ""], ["watch", "--phases", "set,"],
        ["record", "--seconds", "1e7"], ["check", "a.toml", "--size", "800xx480"],
        ["display", "--brightness", "nan"], ["display", "--brightness", "inf"],
        ["display", "--brightness=-inf"], ["display", "--brightness", "1e400"],
        ["display", "--brightness", "101"], ["display", "--brightness=-1"],
    ])
    func `invalid arguments are a usage error`(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try Self.parse(arguments) }
        #expect(error.map { Glassfader.exitCode(for: $0) } == .validationFailure)
    }

    @Test(arguments: [("500ms", 0.5), ("2s", 2), ("1.5min", 90), ("0ms", 0)])
    func `a time has a unit`(text: String, seconds: Double) {
        #expect(TimeSpan(argument: text)?.duration == .seconds(seconds))
    }

    @Test(arguments: [
        ["set", "--norm", "--delta", "--socket", "/tmp/s", "a", "-0.1"],
        ["set", "a", "-.1", "--norm", "--delta", "--socket", "/tmp/s"],
        ["set", "--norm", "a", "--delta", "--socket", "/tmp/s", "--", "-0.1"],
    ])
    func `the options of set can be anywhere`(arguments: [String]) throws {
        let command = try #require(try Self.parse(arguments) as? SetCommand)
        #expect(command.norm && command.delta)
        #expect(command.panel.connection.socket == "/tmp/s")
        #expect(try command.assignments().map(\.control) == ["a"])
    }

    // MARK: Levels

    @Test func `levels are given for each meter`() throws {
        let command = try #require(
            try Self.parse(["meters", "ch1.meter=-18.2,-17.9", "m=-inf"]) as? MetersCommand)
        let levels = command.levels.compactMap { NamedNumbers.pair($0) }
        #expect(levels.map(\.control) == ["ch1.meter", "m"])
        #expect(levels.map(\.numbers) == [[-18.2, -17.9], [-.infinity]])
    }

    @Test(arguments: ["", "m", "m=", "=-3", "m=loud", "m=-3,", "m=-3=4", "m=nan"])
    func `an argument without a meter and its levels is a usage error`(text: String) {
        #expect(throws: (any Error).self) { try Glassfader.parseAsRoot(["meters", text]) }
    }

    @Test(arguments: [
        ("ch1.meter=-18.2,-17.9", ["ch1.meter": [-18.2, -17.9]]),
        (" a=-1\tb=-2,-3 ", ["a": [-1], "b": [-2, -3]]),
        (#"{"a":[-1,-2],"b":-3}"#, ["a": [-1, -2], "b": [-3]]),
        (#"{"cmd":"meters","v":{"a":[-1]}}"#, ["a": [-1]]),
        ("", [:]),
    ])
    func `a line of standard input can name any number of meters`(
        line: String, levels: [String: [Double]]
    ) {
        #expect(NamedNumbers(line: line)?.numbers == levels)
    }

    @Test(arguments: ["a", "a=-1 b", "{", #"{"a":"loud"}"#, #"{"a":[-1,true]}"#])
    func `an invalid line has no levels`(line: String) {
        #expect(NamedNumbers(line: line)?.numbers == nil)
    }

    @Test func `points are given for each plot`() throws {
        let command = try #require(
            try Self.parse(["plot", "in.spectrum=-60,-22.5", "b=1"]) as? PlotCommand)
        #expect(
            NamedNumbers(words: command.points)?.numbers == [
                "in.spectrum": [-60, -22.5], "b": [1],
            ])
        #expect(throws: (any Error).self) { try Glassfader.parseAsRoot(["plot", "a=loud"]) }
    }

    @Test func `names and files keep their hyphens`() {
        for arguments in [["scene", "store", "-5"], ["check", "-5.toml"]] {
            #expect(Glassfader.withMinusSigns(arguments) == arguments)
        }
    }

    private static func set(_ arguments: [String]) throws -> SetCommand {
        try #require(try parse(["set"] + arguments) as? SetCommand)
    }

    private static func parse(_ arguments: [String]) throws -> any ParsableCommand {
        try Glassfader.parseAsRoot(Glassfader.withMinusSigns(arguments))
    }
}
