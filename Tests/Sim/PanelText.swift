/// The panel files of a simulation: a small desk, or a large one, in several variants.
struct PanelText {
    /// How many channels it has.
    let size: Int
    /// Which one: variant 0 is the first, others have other controls, ranges and colours.
    let variant: Int

    /// Those that can be put in the place of the first; the last is none.
    static let variants = 0...4

    var text: String {
        guard variant != 4 else { return "version = 1\n[[pages]\nid = " }
        return """
            version = 1
            name = "sim \(variant)"
            [display]
            backlight = "none"
            [theme]
            accent = "\(variant == 3 ? "#ff8800" : "#35a7ff")"
            [[pages]]
            id = "main"
            strips = [{ id = "ch{n}", count = \(variant == 2 ? 2 : size), controls = [
              { id = "pan", type = "knob", min = -100, max = 100, step = 1, detents = [0], revert_on_cancel = true },
              { id = "level", type = "slider", unit = "dB", taper = "x32", default = -10, step = 0.1, meter = { channels = 2 } },
              { id = "mute", type = "switch", label = "M", blink = true },
            ] }]
            [[pages]]
            id = "more"
            strips = [{ id = "fx", controls = [
              { id = "gate", type = "range", unit = "dB", min = -60, max = \(variant == 1 ? -10 : 0), step = 0.5, default = { low = -48, high = -24 } },
              { id = "mode", type = "segmented", options = ["off", "gate", "comp"], default = "off" },
              { id = "delay", type = "stepper", min = 0, max = \(variant == 1 ? 100 : 500), step = 1, unit = "ms", report = "release" },
            ] }, { id = "mod", controls = [
              { id = "pad", type = "xy", x = { min = 20, max = 20000, taper = "log" }, y = { min = -12, max = 12 }, on_remote = "allow" },
              { id = "scope", type = "plot", y = { scale = "db" } },
              { id = "talk", type = "button", mode = "momentary" },
              { id = "back", type = "button", action = { undo = true } },
              { id = "next", type = "button", action = { page = "next" }, mode = "tap" },
              { id = "hold", type = "button", mode = "momentary" },
            \(variant == 3 ? #"  { id = "new", type = "knob", max = 10 },"# : "")
            ] }]
            [state]
            save_after_ms = \(Int(Self.saveDelay / .milliseconds(1)))
            """
    }

    /// How long nothing must have changed before it is saved.
    static let saveDelay = Duration.milliseconds(500)

    /// The names of controls that there may be.
    static let names = [
        "ch1.pan", "ch1.level", "ch1.mute", "ch2.pan", "ch2.level", "ch2.mute", "ch3.level",
        "fx.gate", "fx.mode", "fx.delay", "mod.pad", "mod.scope", "mod.talk", "mod.new", "nobody",
    ]

    /// The names of controls that clients touch. Only touches move those that are not in `names`.
    static let touched = names + ["mod.back", "mod.next", talkback]

    /// A momentary key that nobody sets: it is on while it is held.
    static let talkback = "mod.hold"

    /// A control that clients may set while it is held.
    static let opened = "mod.pad"

    /// Whether a control has no gestures: its events are single.
    static func isKey(_ control: String) -> Bool {
        control.hasSuffix(".mute") || keys.contains(control)
    }

    private static let keys: Set = ["fx.mode", "mod.talk", "mod.back", "mod.next", talkback]

    /// Whether a cancelled gesture puts a control back.
    static func reverts(_ control: String) -> Bool { control.hasSuffix(".pan") }

    /// Whether a control reports no movements.
    static func reportsReleases(_ control: String) -> Bool { control == "fx.delay" }
}
