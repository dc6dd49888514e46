import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// getopt_long() keeps its place in a global, hence one test at a time.
@Suite(.serialized)
struct OptionsTests {
    private func parse(_ line: String) throws(Options.UsageError) -> Options.Request {
        try Options.parse(["glassfaderd"] + line.split(separator: " ").map(String.init))
    }

    private func options(_ line: String) throws -> Options {
        guard case .run(let options) = try parse(line) else {
            throw Options.UsageError(problem: "nothing to run")
        }
        return options
    }

    @Test func `without options the service's panel runs on the devices that exist`() throws {
        let options = try options("")
        #expect(options == Options())
        #expect(options.panelPath == nil)
        #expect(options.panelToRead == "/etc/glassfader/panel.toml")
        #expect(options.display == .device(.automatic) && options.touch == .automatic)
        #expect(options.socketPath == nil && options.screenshotPath == nil)
        #expect(!options.printsEvents && !options.isDemo)
        #expect(options.replaySpeed == .recorded && !options.showsTouches)
    }

    @Test func `every option is parsed`() throws {
        #expect(try options("--panel a.toml").panelPath == "a.toml")
        #expect(try options("--panel=a.toml").panelPath == "a.toml")
        #expect(try options("--display auto").display == .device(.automatic))
        #expect(try options("--display drm").display == .anyCard)
        #expect(
            try options("--display drm:/dev/dri/card1").display
                == .device(.card(node: "/dev/dri/card1")))
        #expect(try options("--display driver:vc4").display == .device(.driver("vc4")))
        #expect(
            try options("--display fb:/dev/fb0").display
                == .device(.framebuffer(node: "/dev/fb0")))
        #expect(try options("--display memory").display == .memory(width: 1280, height: 800))
        #expect(try options("--display memory:480x320").display == .memory(width: 480, height: 320))
        #expect(try options("--touch auto").touch == .automatic)
        #expect(try options("--touch none").touch == .none)
        #expect(
            try options("--touch /dev/input/event3").touch
                == .devices([.node(path: "/dev/input/event3")]))
        #expect(try options("--touch replay:a.evemu").touch == .recording(path: "a.evemu"))
        #expect(try options("--touch events:/tmp/e").touch == .events(path: "/tmp/e"))
        #expect(try options("--socket /tmp/s").socketPath == "/tmp/s")
        #expect(try options("--screenshot a.png").screenshotPath == "a.png")
        #expect(try options("--print-events").printsEvents)
        #expect(try options("--touch replay:a --replay-speed 2.5").replaySpeed == .times(2.5))
        #expect(try options("--replay-speed=max --touch replay:a").replaySpeed == .unlimited)
        #expect(try options("--show-touches").showsTouches)
        #expect(try options("--demo").isDemo)
        #expect(try options("--demo --replay-speed 2 --touch replay:a --display drm").isDemo)
        #expect(try options("--calibrate --touch name:Goodix*").calibrates)
        #expect(try parse("--help") == .help)
        #expect(try parse("-h") == .help)
        #expect(try parse("--touch none -h") == .help)
        #expect(try parse("--version") == .version)
    }

    @Test func `options add up, and of two equal options the last one applies`() throws {
        let options = try options(
            "--touch none --panel a --panel b --display memory --print-events")
        #expect(options.panelPath == "b")
        #expect(options.touch == .none)
        #expect(options.display == .memory(width: 1280, height: 800))
        #expect(options.printsEvents)
    }

    @Test func `several touchscreens may be selected, by different properties`() throws {
        #expect(
            try options("--touch path:pci-* --touch name:Goodix* --touch 0eef:1").touch
                == .devices([
                    .port(Glob("pci-*")), .name(Glob("Goodix*")),
                    .model(vendor: 0x0eef, product: 1),
                ]))
    }

    @Test(arguments: ["none", "auto", "replay:a", "events:a"])
    func `what is no touchscreen excludes any other --touch`(kind: String) {
        for other in ["auto", "none", "0eef:1", "replay:b"] {
            for line in ["--touch \(kind) --touch \(other)", "--touch \(other) --touch \(kind)"] {
                #expect(
                    throws: Options.UsageError(
                        problem: "several --touch name a touchscreen each: auto, none, "
                            + "replay:FILE and events:PIPE exclude any other")
                ) { try parse(line) }
            }
        }
    }

    /// A command line, and what is wrong with it.
    static let mistakes = [
        ("--dsiplay drm", "unknown option '--dsiplay'"),
        ("-x", "unknown option '-x'"),
        ("-xy", "unknown option '-x'"),
        ("--panel", "option '--panel' needs an argument"),
        ("--display memory --touch", "option '--touch' needs an argument"),
        ("--demo=yes", "option '--demo' takes no argument"),
        ("--replay-speed 2", "--replay-speed needs a recording: --touch replay:FILE"),
        ("--replay-speed 0", "'0' is not a speed: use max or a factor such as 10 or 0.5"),
        ("--replay-speed fast", "'fast' is not a speed: use max or a factor such as 10 or 0.5"),
        ("--replay-speed nan", "'nan' is not a speed: use max or a factor such as 10 or 0.5"),
        ("--calibrate --demo", "--calibrate excludes --demo"),
        ("--calibrate --socket s", "--calibrate excludes --socket"),
        ("--calibrate --print-events", "--calibrate excludes --print-events"),
        ("--calibrate --show-touches", "--calibrate excludes --show-touches"),
        ("--calibrate --state s", "--calibrate excludes --state"),
        ("--calibrate --touch none", "--calibrate needs a touchscreen that can be touched"),
        ("--calibrate --touch replay:a", "--calibrate needs a touchscreen that can be touched"),
        ("--demo --state s", "--demo excludes --state"),
        ("--demo --touch auto", "--demo excludes --touch auto"),
        ("--display auto --demo", "--demo excludes --display auto"),
        (
            "--demo --touch none --replay-speed 2",
            "--replay-speed needs a recording: --touch replay:FILE"
        ),
        ("panel.toml", "unexpected argument 'panel.toml'"),
        ("panel.toml --demo", "unexpected argument 'panel.toml'"),
        ("panel.toml --dmeo", "unknown option '--dmeo'"),
        ("--demo -- x", "unexpected argument 'x'"),
        (
            "--display x11",
            "unknown display 'x11': use auto, drm, drm:/dev/dri/cardN, "
                + "driver:NAME, fb:/dev/fbN, memory or memory:WxH"
        ),
        (
            "--display auto:1",
            "unknown display 'auto:1': use auto, drm, drm:/dev/dri/cardN, "
                + "driver:NAME, fb:/dev/fbN, memory or memory:WxH"
        ),
        (
            "--display drm:card0",
            "'card0' is not a device node: use one such as --display drm:/dev/dri/card0"
        ),
        (
            "--display memory:0x800",
            "'0x800' is not a size: use one such as --display memory:1280x800"
        ),
        (
            "--display memory:1280",
            "'1280' is not a size: use one such as --display memory:1280x800"
        ),
        (
            "--display memory:x1280x800",
            "'x1280x800' is not a size: use one such as --display memory:1280x800"
        ),
        (
            "--display memory:99999x9",
            "'99999x9' is not a size: use one such as --display memory:1280x800"
        ),
        (
            "--display memory:8193x9",
            "'8193x9' is too large: a memory display has at most 8192x8192 pixels"
        ),
        (
            "--touch event3",
            "unknown touchscreen 'event3': use auto, none, replay:FILE, events:PIPE, a node "
                + "such as /dev/input/event3, path:ID_PATH, name:PATTERN or VENDOR:PRODUCT"
        ),
        (
            "--touch replay:",
            "unknown touchscreen 'replay:': use auto, none, replay:FILE, events:PIPE, a node "
                + "such as /dev/input/event3, path:ID_PATH, name:PATTERN or VENDOR:PRODUCT"
        ),
    ]

    @Test(arguments: mistakes)
    func `a wrong command line gets an error that names the problem`(line: String, problem: String)
    {
        #expect(throws: Options.UsageError(problem: problem)) { try parse(line) }
    }
}
