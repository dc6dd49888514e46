@preconcurrency import CGetopt
import Files
import Glibc
import Panel

/// The options of the command line.
struct Options: Equatable {
    /// The display that shows the panel.
    enum DisplayChoice: Equatable {
        /// One device. `.automatic` is the one in the panel file, by default the first card with a
        /// monitor.
        case device(DisplayDevice)
        /// The first card with a monitor, even if the panel file names a device.
        case anyCard
        /// A bitmap of this size in pixels.
        case memory(width: Int, height: Int)
    }

    /// The source of touches.
    enum TouchChoice: Equatable {
        /// The devices in the panel file, by default all touchscreens.
        case automatic
        case none
        /// The devices that match at least one of these.
        case devices([DeviceMatch])
        /// A recording in evemu's format.
        case recording(path: String)
        /// A pipe of kernel events. A `.desc` file beside it describes the device.
        case events(path: String)

        /// The devices that were named; empty for those in the panel file.
        var devices: [DeviceMatch] {
            if case .devices(let matches) = self { matches } else { [] }
        }
    }

    /// The request of a command line.
    enum Request: Equatable {
        case run(Options)
        case help
        case version
    }

    /// A command line that is wrong.
    struct UsageError: Error, Equatable, CustomStringConvertible {
        let problem: String
        var description: String { "\(problem); see glassfaderd --help" }
    }

    /// The panel file; `nil` for the installed one or, without that, the example.
    var panelPath: String?
    var display = DisplayChoice.device(.automatic)
    var touch = TouchChoice.automatic
    /// `nil` for the socket of the service manager, the environment or the panel file.
    var socketPath: String?
    /// Where the values are saved; `nil` to save nothing.
    var stateFolder = Options.defaultStateFolder
    /// Where to write the picture at exit and on SIGUSR1.
    var screenshotPath: String?
    var printsEvents = false
    /// The speed at which a recording plays.
    var replaySpeed = ReplaySpeed.recorded
    /// Whether to draw contacts on top of the panel.
    var showsTouches = false
    /// Whether to exit when the recording has been played.
    var isDemo = false
    /// Whether to calibrate the touchscreen and exit.
    var calibrates = false

    static let usage = """
        usage: glassfaderd [OPTION]...
        Turns a bare Linux touchscreen into a mixer surface.

          --panel FILE          the panel file (default: /etc/glassfader/panel.toml or, where
                                that is missing, the example Config/mixer.toml)
          --display auto        what the panel file says (default)
                    drm         the first DRM card with a monitor
                    drm:NODE    one card: drm:/dev/dri/card0
                    driver:NAME the card with this driver: driver:vc4
                    fb:NODE     an old framebuffer: fb:/dev/fb0
                    memory      no screen, 1280x800 pixels in memory
                    memory:WxH  the same in another size, at most 8192x8192
          --touch auto          what the panel file says, else every touchscreen (default)
                  none          no touchscreen
                  NODE          one touchscreen: /dev/input/event3; or, by other marks,
                                path:ID_PATH, name:'Goodix*' or 0eef:0001. May be given
                                several times
                  replay:FILE   a recording in evemu's format
                  events:PIPE   for tests and simulators: the kernel's events, 24 bytes each
                                and with times of the monotonic clock, through a named pipe;
                                PIPE.desc says what evemu-describe would
          --replay-speed N      play the recording N times as fast; max, as fast as it can be
          --show-touches        draw contacts, their numbers and paths on top of the panel
          --socket PATH         where clients connect (default: the service manager's socket,
                                else $GLASSFADER_SOCKET, else what the panel file says)
          --state FOLDER        keep values, styles, page, scenes, links and lock there
                                (default: the service manager's $STATE_DIRECTORY, else they
                                are not kept)
          --screenshot FILE.png write what is being shown at exit and on SIGUSR1
          --print-events        print each published event as a line of JSON
          --calibrate           show four crosses to be touched, print the touchscreen and its
                                calibration as a line of JSON and exit; see glassfader setup
          --demo                play a recording on the example panel in memory, print its
                                events, write panel.png and exit
          -h, --help            show this
          --version             show the version

        """

    /// Parses a command line. The first argument is the program's name.
    static func parse(_ arguments: [String]) throws(UsageError) -> Request {
        // Keeps getopt_long() from printing its own messages.
        opterr = 0
        optind = 0
        var parsed = Parsed()
        let cArguments = arguments.map { strdup($0) }
        defer { for argument in cArguments { free(argument) } }
        var vector = cArguments + [nil]

        while let (effect, text) = try nextOption(&vector) {
            switch effect {
            case .argument(let apply): try apply(&parsed, text)
            case .flag(let apply): apply(&parsed)
            case .request(let request): return request
            }
        }
        if let rest = vector[Int(optind)] {
            throw UsageError(problem: "unexpected argument '\(String(cString: rest))'")
        }
        try parsed.options.check()
        if parsed.options.isDemo { try parsed.checkDemo() }
        return .run(parsed.options)
    }

    /// Checks that the options can be combined.
    private func check() throws(UsageError) {
        if calibrates { try checkCalibration() }
        if case .recording = touch { return }
        // The demo has its own recording.
        guard replaySpeed == .recorded || isDemo && touch == .automatic else {
            throw UsageError(problem: "--replay-speed needs a recording: --touch replay:FILE")
        }
    }

    /// Checks that no option is without effect.
    private func checkCalibration() throws(UsageError) {
        let others = [
            ("demo", isDemo), ("socket", socketPath != nil), ("print-events", printsEvents),
            ("show-touches", showsTouches), ("state", stateFolder != Self.defaultStateFolder),
        ]
        if let other = others.first(where: \.1) {
            throw UsageError(problem: "--calibrate excludes --\(other.0)")
        }
        switch touch {
        case .none, .recording:
            throw UsageError(problem: "--calibrate needs a touchscreen that can be touched")
        case .automatic, .devices, .events: break
        }
    }

    /// What a command line has set so far.
    private struct Parsed {
        var options = Options()
        /// Whether the command line names these, even with their defaults.
        var (hasDisplay, hasTouch) = (false, false)

        /// Checks that the command line names nothing that the demo replaces: it has its own
        /// recording and display, and no state.
        func checkDemo() throws(UsageError) {
            let others = [
                ("state", options.stateFolder != Options.defaultStateFolder),
                ("display auto", hasDisplay && options.display == .device(.automatic)),
                ("touch auto", hasTouch && options.touch == .automatic),
            ]
            if let other = others.first(where: \.1) {
                throw UsageError(problem: "--demo excludes --\(other.0)")
            }
        }
    }

    /// What an option does.
    private enum Effect {
        case argument(@Sendable (inout Parsed, String) throws(UsageError) -> Void)
        /// It takes no argument.
        case flag(@Sendable (inout Parsed) -> Void)
        /// It takes no argument, and the rest of the command line is ignored.
        case request(Request)
    }

    /// The long options.
    private static let known: [(name: StaticString, effect: Effect)] = [
        ("panel", .argument { $0.options.panelPath = $1 }),
        (
            "display",
            .argument { parsed, text throws(UsageError) in
                parsed.options.display = try DisplayChoice(text)
                parsed.hasDisplay = true
            }
        ),
        (
            "touch",
            .argument { parsed, text throws(UsageError) in
                let last = parsed.hasTouch ? parsed.options.touch : nil
                parsed.options.touch = try TouchChoice(text, after: last)
                parsed.hasTouch = true
            }
        ),
        ("socket", .argument { $0.options.socketPath = $1 }),
        ("screenshot", .argument { $0.options.screenshotPath = $1 }),
        ("state", .argument { $0.options.stateFolder = $1 }),
        (
            "replay-speed",
            .argument { parsed, text throws(UsageError) in
                guard let speed = ReplaySpeed(text) else {
                    throw UsageError(
                        problem: "'\(text)' is not a speed: use max or a factor such as 10 or 0.5")
                }
                parsed.options.replaySpeed = speed
            }
        ),
        ("print-events", .flag { $0.options.printsEvents = true }),
        ("demo", .flag { $0.options.isDemo = true }),
        ("help", .request(.help)), ("version", .request(.version)),
        ("show-touches", .flag { $0.options.showsTouches = true }),
        ("calibrate", .flag { $0.options.calibrates = true }),
    ]

    /// The effect of the next option, and its argument, which is empty for an option without one.
    private static func nextOption(
        _ vector: inout [UnsafeMutablePointer<CChar>?]
    ) throws(UsageError) -> (Effect, String)? {
        var longOptions = known.enumerated().map { index, entry in
            let takesArgument = if case .argument = entry.effect { true } else { false }
            return option(
                name: UnsafeRawPointer(entry.name.utf8Start).assumingMemoryBound(to: CChar.self),
                has_arg: takesArgument ? required_argument : no_argument, flag: nil,
                val: Int32(index))
        }
        longOptions.append(option())
        let result = getopt_long(Int32(vector.count - 1), &vector, ":h", longOptions, nil)
        let text = optarg.map { String(cString: $0) } ?? ""
        // getopt_long() moves options to the front of the vector while it parses.
        let word = vector[max(Int(optind) - 1, 0)].map { String(cString: $0) } ?? ""
        switch result {
        case -1: return nil
        case let index where known.indices.contains(Int(index)):
            return (known[Int(index)].effect, text)
        case Int32(UInt8(ascii: "h")): return (.request(.help), "")
        case Int32(UInt8(ascii: ":")):
            throw UsageError(problem: "option '\(word)' needs an argument")
        default:
            throw UsageError(problem: problem(ofOption: optopt, word))
        }
    }

    /// The error message for `optopt`: 0 for an unknown long option, the index of a long option
    /// that takes no argument but got one, or the letter of an unknown short option.
    private static func problem(ofOption option: Int32, _ word: String) -> String {
        let index = Int(option)
        if index == 0 { return "unknown option '\(word)'" }
        if known.indices.contains(index) {
            return "option '--\(known[index].name)' takes no argument"
        }
        return "unknown option '-\(Unicode.Scalar(UInt8(truncatingIfNeeded: option)))'"
    }
}

extension Options {
    /// The path of the panel file to read.
    var panelToRead: String { panelPath ?? Self.installedPanelPath }

    /// The first folder in `$STATE_DIRECTORY`.
    private static var defaultStateFolder: String? {
        getenv("STATE_DIRECTORY").flatMap { String(cString: $0).split(separator: ":").first }
            .map(String.init)
    }

    private static let installedPanelPath = "/etc/glassfader/panel.toml"

    /// Uses the example panel, and logs it, if no panel file was named and none is installed.
    func withPanel(_ log: Log) -> Options {
        guard panelPath == nil, access(Self.installedPanelPath, F_OK) != 0, errno == ENOENT,
            let folder = ExampleFolder.path(with: "mixer.toml")
        else { return self }
        var options = self
        let path = "\(folder)/mixer.toml"
        options.panelPath = path
        log(
            "there is no \(Self.installedPanelPath): using the example panel, \(path)", .notice,
            about: .file(path))
        return options
    }
}

extension Options.DisplayChoice {
    /// The longest side of a memory display: three bitmaps of 256 MiB.
    private static let largestMemorySide = 8192

    fileprivate init(_ text: String) throws(Options.UsageError) {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        switch (parts.first, parts.count == 2 ? parts[1] : nil) {
        case ("auto", nil): self = .device(.automatic)
        case ("drm", nil): self = .anyCard
        case ("drm", let node?):
            guard node.hasPrefix("/") else {
                throw Options.UsageError(
                    problem: "'\(node)' is not a device node: "
                        + "use one such as --display drm:/dev/dri/card0")
            }
            self = .device(.card(node: node))
        case ("memory", nil): self = .memory(width: 1280, height: 800)
        case ("memory", let size?):
            guard let mode = DisplayMode(size), mode.refreshMillihertz == nil else {
                throw Options.UsageError(
                    problem: "'\(size)' is not a size: use one such as --display memory:1280x800")
            }
            guard max(mode.width, mode.height) <= Self.largestMemorySide else {
                throw Options.UsageError(
                    problem: "'\(size)' is too large: "
                        + "a memory display has at most 8192x8192 pixels")
            }
            self = .memory(width: mode.width, height: mode.height)
        case ("driver", _?), ("fb", _?):
            guard let device = DisplayDevice(text) else { fallthrough }
            self = .device(device)
        default:
            throw Options.UsageError(
                problem: "unknown display '\(text)': use auto, drm, drm:/dev/dri/cardN, "
                    + "driver:NAME, fb:/dev/fbN, memory or memory:WxH")
        }
    }
}

extension Options.TouchChoice {
    /// The choice of one option.
    ///
    /// - Parameter last: the choice of the options before it, to which a device is added; `nil` if
    ///   there are none.
    fileprivate init(_ text: String, after last: Self?) throws(Options.UsageError) {
        switch text {
        case "auto": self = .automatic
        case "none": self = .none
        case _ where text.hasPrefix("replay:") && text.utf8.count > 7:
            self = .recording(path: String(text.dropFirst(7)))
        case _ where text.hasPrefix("events:") && text.utf8.count > 7:
            self = .events(path: String(text.dropFirst(7)))
        default:
            guard let match = DeviceMatch(text) else {
                throw Options.UsageError(
                    problem: "unknown touchscreen '\(text)': "
                        + "use auto, none, replay:FILE, events:PIPE, \(DeviceMatch.forms)")
            }
            self = .devices((last?.devices ?? []) + [match])
        }
        guard let last else { return }
        guard !last.devices.isEmpty, !devices.isEmpty else {
            throw Options.UsageError(
                problem: "several --touch name a touchscreen each: auto, none, replay:FILE and "
                    + "events:PIPE exclude any other")
        }
    }
}
