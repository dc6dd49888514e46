import ArgumentParser
import Evdev
import Glibc
import PanelProtocol

/// Records a touchscreen, to be replayed elsewhere.
struct RecordCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Record a touchscreen, to replay the touches or send them with a report.",
        discussion: """
            glassfader record > panel.evemu writes the description of the touchscreen and all its \
            events until Ctrl-C. glassfaderd --touch replay:panel.evemu plays the recording, and \
            so does evemu-play. Besides touches it only contains the version of the kernel.
            """)

    @OptionGroup var touchscreen: TouchscreenOptions

    func run() throws {
        try touchscreen.withTouchscreen(orRejected: describe) { source in
            // A recording on the terminal would be useless and confusing.
            guard isatty(STDOUT_FILENO) == 0 else {
                throw ValidationError(
                    "the recording goes to standard output, which is a terminal: add > panel.evemu")
            }
            try ToolOutput.text(
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

    /// Writes the description even of a device that cannot be used, to help to find out why.
    private func describe(_ device: DeviceDescription) throws {
        try ToolOutput.text(EvemuWriter.description(of: device, comments: Self.comments))
        ToolOutput.error("wrote only the description of the device, without events:")
    }

    private func hint(at source: Touchscreen) {
        ToolOutput.error("recording \(source.path), \(source.device.name.debugDescription)")
        let end = touchscreen.seconds.map {
            "within \($0 == $0.rounded() ? "\(Int($0))" : "\($0)") seconds"
        }
        ToolOutput.error("touch it\(end.map { " " + $0 } ?? ", then press Ctrl-C")")
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
