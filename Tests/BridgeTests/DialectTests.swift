import Foundation
import GlassfaderBridge
import GlassfaderClient
import TestVectors
import Testing

@testable import glassfader_osc

@Suite struct DialectTests {
    private static let folder = TestFiles.packageRoot.appending(path: "Config/dialects").path

    private func dialect(_ name: String) throws -> Dialect {
        try Dialect.named(name, in: [Self.folder])
    }

    private func map(
        _ name: String, _ controls: [PanelControl], _ strips: [PanelStrip] = []
    ) throws -> OSCMap {
        let panel = BridgePanel(controls: controls, strips: strips, settings: [:])
        var map = OSCMap(panel, dialect: try dialect(name))
        map.bind()
        return map
    }

    @Test func `every dialect that is installed can be read`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        #expect(files.count >= 5)
        for file in files { _ = try dialect(String(file.dropLast(5))) }
    }

    @Test func `a desk with the usual names needs no bind`() throws {
        let map = try map(
            "x32",
            [TestControl.fader(), TestControl.mute("ch12.mute"), TestControl.knob("main.pan")])
        #expect(
            map.report.controls.map(\.address) == [
                "/ch/01/mix/fader as x32", "/ch/12/mix/on as off", "/main/st/mix/pan as range",
            ])
        #expect(map.report.problems.isEmpty)
    }

    @Test func `a bind has the law that the dialect has for its address`() throws {
        let fader = try TestControl.fader("vox", bind: "/bus/03/mix/fader")
        #expect(
            try map("x32", [fader]).report.controls.map(\.address) == ["/bus/03/mix/fader as x32"])
    }

    @Test(arguments: [
        ("x32", "/ch/01/preamp/trim", "db -18.0 18.0 145"),
        ("x32", "/headamp/000/gain", "db -12.0 60.0 145"),
        ("x32", "/main/st/eq/2/g", "db -15.0 15.0 121"),
        ("x32", "/bus/16/dyn/thr", "db -60.0 0.0 121"),
        ("x32", "/ch/32/gate/thr", "db -80.0 0.0 161"),
        ("xair", "/headamp/16/gain", "db -12.0 60.0 145"),
        ("xair", "/headamp/17/gain", "db -12.0 20.0 65"),
        ("xair", "/lr/eq/1/g", "db -15.0 15.0 121"),
        ("xair", "/ch/01/eq/1/g", "db -15.0 15.0 121"),
    ])
    func `a level of a console that is no fader has the law of that level`(
        dialect: String, address: String, law: String
    ) throws {
        let knob = try TestControl.fader("knob", bind: address)
        #expect(try map(dialect, [knob]).report.controls.map(\.address) == ["\(address) as \(law)"])
    }

    @Test func `a bind may have arguments and a law of its own`() throws {
        let fader = try TestControl.fader("synth", bind: "/n_set 1000 amp as gain")
        let binding = try #require(try map("supercollider", [fader]).bindings["synth"])
        let message = try #require(fader.bridgeValue.flatMap(binding.message))
        #expect(message.text == #"/n_set 1000 "amp" 1.0"#)
        #expect(binding.question("/n_get {arguments}")?.text == #"/n_get 1000 "amp""#)
        #expect(binding.values(in: message)?.first?.number == 1)
        #expect(binding.values(in: OSCMessage("/n_set", [.integer(1001)])) == nil)
    }

    @Test func `any control is sent to a program that knows its name`() throws {
        let map = try map("generic", [TestControl.fader(), TestControl.choice()])
        let fader = try #require(map.bindings["ch1.level"])
        #expect(
            try TestControl.fader(at: -6).bridgeValue.flatMap(fader.message)?.text
                == "/ch1.level -6.0")
        #expect(map.bindings["eq.mode"]?.address == "/eq.mode")
    }

    @Test func `a send of a console has the places that sends have`() throws {
        let sends = [
            "/ch/01/mix/16/level", "/bus/02/mix/01/level", "/main/st/mix/01/level",
            "/ch/03/mix/mlevel",
        ]
        for name in ["x32", "xair"] {
            for send in sends.prefix(name == "x32" ? 4 : 1) {
                let map = try map(name, [TestControl.fader("send", bind: send)])
                #expect(map.report.controls.map(\.address) == ["\(send) as x32 161"])
            }
        }
    }

    @Test func `a bus of a synthesiser is asked for in another way than a parameter`() throws {
        let dialect = try dialect("supercollider")
        let bindings = try map(
            "supercollider",
            [
                TestControl.fader("synth", bind: "/n_set 1000 amp"),
                TestControl.fader("bus", bind: "/c_set 3"),
            ]
        ).bindings
        let questions = ["synth", "bus"].map { bindings[$0].flatMap(dialect.question)?.text }
        #expect(questions == [#"/s_get 1000 "amp""#, "/c_get 3"])
    }

    @Test func `a word and a colour are compared as numbers`() throws {
        let color = try TestControl.control(
            ##""control":"ch1.color","type":"color","value":"#00ff00","norm":0"##)
        let bindings = try map("generic", [TestControl.choice(), color]).bindings
        let words = try #require(bindings["eq.mode"])
        #expect(words.numbers(in: [.string("low")]) == [1])
        #expect(try words.isSame([1], #require(TestControl.choice().bridgeValue)))
        #expect(try !words.isSame([2], #require(TestControl.choice().bridgeValue)))
        #expect(words.numbers(in: [.string("loud")]) == [])
        let colors = try #require(bindings["ch1.color"])
        #expect(colors.numbers(in: [.string("#00FF00")]) == [65280])
        #expect(colors.numbers(in: [.string("green")]) == [])
    }

    @Test(arguments: [
        ("ch/01", "expected an address such as"), ("/a as loud", "'loud' is not a law"),
        ("/a as index", "has no options"), (#"/a \"b"#, "expected an address"),
    ])
    func `a bind that cannot be understood is named, and the others work`(
        _ text: String, _ reason: String
    ) throws {
        let map = try map(
            "generic", [TestControl.fader("bad", bind: text), TestControl.fader("good")])
        #expect(map.report.controls.map(\.name) == ["good"])
        let problem = try #require(map.report.problems.first?.description)
        #expect(problem.hasPrefix("bad: bind.osc = "))
        #expect(problem.contains(reason))
    }

    @Test func `a strip gets its name, its colour and its meter from the console`() throws {
        let strip = try TestControl.strip("ch5", controls: ["ch5.meter"])
        let map = try map("x32", [TestControl.meter("ch5.meter")], [strip])
        #expect(map.receivers.titles == ["/ch/05/config/name", "/ch/05/config/color"])
        #expect(map.meterRequests == ["/meters /meters/1"])
        guard case .blob(let blob)? = map.receivers.targets["/meters/1"]?.first else {
            Issue.record("no blob")
            return
        }
        var bytes: [UInt8] = [96, 0, 0, 0]
        for place in 0..<96 {
            let level: Float = place == 4 ? 0.5 : 0
            withUnsafeBytes(of: level.bitPattern.littleEndian) { bytes += $0 }
        }
        let levels = blob.levels(in: OSCMessage("/meters/1", [.blob(bytes)]))
        #expect(levels["ch5.meter"]?.count == 2)
        #expect(levels["ch5.meter"].map { abs($0[0] + 6.02) < 0.01 } == true)
    }

    @Test func `a blob that is shorter than it says shows nothing`() throws {
        let blob = MeterBlob(format: .float32, meters: [.init(control: "a", places: [0, 200])])
        for bytes in [[], [1], [255, 255, 255, 255], [2, 0, 0, 0, 0, 0, 0, 0]] as [[UInt8]] {
            #expect(blob.levels(in: OSCMessage("/meters/1", [.blob(bytes)])).isEmpty)
        }
    }

    @Test(arguments: [[40, 0, 0, 0], [0, 0, 0, 40]] as [[UInt8]])
    func `the small console writes steps of a 256th of a decibel`(_ count: [UInt8]) throws {
        let map = try map(
            "xair", [TestControl.meter("bus2.meter"), TestControl.meter("main.meter")],
            [
                TestControl.strip("bus2", controls: ["bus2.meter"]),
                TestControl.strip("main", controls: ["main.meter"]),
            ])
        guard case .blob(let blob)? = map.receivers.targets["/meters/1"]?.first else {
            Issue.record("no blob")
            return
        }
        let shown: [Int: Int16] = [27: -4608, 36: -1536, 37: -896]
        var bytes = count
        for place in 0..<40 {
            let level = shown[place] ?? Int16.min
            withUnsafeBytes(of: level.littleEndian) { bytes += $0 }
        }
        let levels = blob.levels(in: OSCMessage("/meters/1", [.blob(bytes)]))
        #expect(levels == ["bus2.meter": [-18, -18], "main.meter": [-6, -3.5]])
    }

    @Test func `a strip may be any of the engine's`() throws {
        let strip = try TestControl.strip("vox", bind: "/bus/07", controls: [])
        #expect(try map("x32", [], [strip]).receivers.titles.first == "/bus/07/config/name")
        let wrong = try TestControl.strip("vox", bind: "/lead", controls: [])
        #expect(
            try map("x32", [], [wrong]).report.problems.first?.description.contains("/ch/01")
                == true)
    }

    @Test func `the peaks of a synthesiser are every other number, as factors`() throws {
        let rule = try #require(try dialect("supercollider").meters.first)
        let values: [OSCMessage.Argument] = [
            .integer(1), .float(1), .float(0.7), .float(0.5), .float(0.2),
        ]
        let levels = rule.levels(in: values[...], channels: 2)
        #expect(levels.map { ($0 * 100).rounded() / 100 } == [0, -6.02])
    }

    @Test func `controls and binds that the console lacks are reported and not served`() throws {
        let map = try map(
            "x32",
            [
                TestControl.fader("ch32.level"), TestControl.fader("ch33.level"),
                TestControl.fader("vox", bind: "/bus/17/mix/fader"),
                TestControl.fader("ch40.level", bind: "none"),
                TestControl.fader("ch2.level", bind: "none"),
            ], [TestControl.strip("bank", bind: "/ch/34", controls: [])])
        #expect(map.report.controls.map(\.name) == ["ch32.level"])
        #expect(
            map.report.problems.map(\.description) == [
                "ch33.level: the dialect 'x32' has ch1.level to ch32.level",
                "vox: bind.osc = \"/bus/17/mix/fader\": the dialect 'x32' has /bus/01/mix/fader to "
                    + "/bus/16/mix/fader",
                "bank: bind.osc = \"/ch/34\": the dialect 'x32' has /ch/01 to /ch/32",
            ])
    }

    @Test func `a strip that is not the engine's has neither its name nor its meter`() throws {
        let strip = try TestControl.strip("ch5", bind: "none", controls: ["ch5.meter"])
        let map = try map("x32", [TestControl.meter("ch5.meter")], [strip])
        #expect(map.receivers.titles.isEmpty && map.receivers.targets.isEmpty)
        #expect(map.report.problems.isEmpty)
    }

    @Test func `an address is written as it is read`() {
        for text in ["127.0.0.1:9000", "[::1]:9000", "osc.tcp://[fe80::1]:80", "osc.unix:///run/a"]
        {
            #expect(OSCEndpoint(text, port: nil).map { "\($0)" } == text)
        }
    }

    @Test func `settings that have no effect are rejected`() {
        for table: [String: BridgeSetting] in [
            ["dialekt": .text("x32")], ["dialect": .number(1)], ["dialect": .text("x33")],
            ["dialect": .text("../x32")], ["send": .list([])], ["send": .text("a b")],
            ["send": .text("host:9000"), "listen": .text("osc.tcp://host:1")],
            ["send": .text("host:9000"), "on_connect": .text("pull")], [:],
            ["send": .text("host:0")], ["send": .list([.text("host:1"), .text("host:1")])],
        ] {
            #expect(throws: BridgeProblem.self) { try OSCSettings(table, folders: [Self.folder]) }
        }
    }

    @Test(arguments: [
        ("port = 0", "1:8: 'port'"), ("titel = \"a\"", "1:1: unknown key 'titel'"),
        ("hello = [\"xremote\"]", "is not a message"), ("level = \"loud\"", "is not a law"),
        ("[[controls]]\nname = \"a\"", "'address' is missing"), ("port = ", "1:"),
        ("colors = [1]", "expected an array of strings"),
        ("colors = [\"#12\"]", "1:10: 'colors': '#12' is not a colour: expected #rrggbb"),
        ("probe = \"xinfo\"", "1:9: 'probe': 'xinfo' is not a message"),
        ("answer = \"/xinfo 1\"", "'/xinfo 1' has arguments: expected an address"),
        ("read = \"{adress}\"", "'{adress}' is unknown here: use {address} or {arguments}"),
        ("address = \"/{n}\"", "'{n}' is unknown here: use {control}"),
        ("address = \"{control}\"", "'{control}' is not a message"),
        ("[[controls]]\nname = \"a{m}\"\naddress = \"/a\"", "'{m}' is unknown: use {n}"),
        ("[[controls]]\nname = \"a\"\naddress = \"/a\"\ncount = 2", "'a' has no {n}"),
        ("[[strips]]\nname = \"a\"\naddress = \"a\"\nlabel = \"{n}\"", "use {address}"),
        ("[[meters]]\naddress = \"/m\"\nrequest = \"meters\"", "'meters' is not a message"),
        ("[[addresses]]\naddress = \"/a[1\"", "2:11: 'address': '/a[1' is not a pattern"),
        ("[[meters]]\naddress = \"/m\"\nblob = \"int24\"", "expected float32, int16"),
        (
            "[[strips]]\nname = \"a\"\naddress = \"/a\"\nblob = \"/m\"\nblob_places = [0]",
            "expected the address of [[meters]] with a blob"
        ),
        (
            "[[meters]]\naddress = \"/m\"\nblob = \"int16\"\n"
                + "[[strips]]\nname = \"a\"\naddress = \"/a\"\nblob = \"/m\"",
            "'blob_places' is missing"
        ),
    ])
    func `a mistake in a dialect is named with its place`(_ text: String, _ reason: String) {
        do {
            _ = try Dialect("own", parsing: text, path: "own.toml")
            Issue.record("no error: \(text)")
        } catch {
            #expect("\(error)".hasPrefix("own.toml:"))
            #expect("\(error)".contains(reason), "\(error)")
        }
    }
}
