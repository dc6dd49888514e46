import ArgumentParser
import Evdev
import Glibc
import PanelProtocol

/// Records a touchscreen so that somebody else can play it.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a touchscreen, to be sent to somebody or to be played.",
        discussion: """
            glassfader record > panel.evemu writes what the touchscreen is and all that it sends, \
            until Ctrl-C. glassfaderd --touch replay:panel.evemu plays it, and so does evemu-play. \
            The recording holds what fingers did and nothing else of the machine but the version \
            of its kernel.
            """)

    @OptionGroup var touchscreen: TouchscreenOptions

    func run() throws {
        try touchscreen.withTouchscreen(orRejected: describe) { source in
            // Nobody can read it there, and nobody would know why.
            guard isatty(STDOUT_FILENO) == 0 else {
                throw ValidationError(
                    "the recording goes to standard output, which is a terminal: add > panel.evemu")
            }
            try Output.text(
                EvemuWriter.description(of: source.device, comments: Self.comments))
            let recording = Recording(source)
            source.onEvent = { recording.append($0) }
            hint(at: source)
            defer { recording.finish(lost: source.overruns) }
            try touchscreen.read(
                source, { recording.count($0.contacts) },
                afterRound: { try recording.flush() })
        }
    }

    /// Even what cannot be played may be worth to be looked at.
    private func describe(_ device: DeviceDescription) throws {
        try Output.text(EvemuWriter.description(of: device, comments: Self.comments))
        Output.error("wrote a description of the device, but nothing that it sends:")
    }

    private func hint(at source: Touchscreen) {
        Output.error("recording \(source.path), \(source.device.name.debugDescription)")
        let end = touchscreen.seconds.map {
            "within \($0 == $0.rounded() ? "\(Int($0))" : "\($0)") seconds"
        }
        Output.error("touch it\(end.map { " " + $0 } ?? ", then press Ctrl-C")")
    }

    private static var comments: [String] {
        var system = utsname()
        uname(&system)
        let release = withUnsafeBytes(of: system.release) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        return [
            "Kernel: \(release)", "Recorded by glassfader \(Version.current)",
        ]
    }
}
