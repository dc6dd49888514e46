import Controls
import GlassfaderDaemon
import Panel

// `type = "lever"` in a panel file, with `length = 120` and all that every control can be told.
let lever = ControlType(
    "lever", color: \Lever.color,
    options: [
        PanelOption(
            "length", \.length, .number(in: 20...400), unit: "pixels",
            "How far the finger goes over the whole range.")
    ]
) {
    let lever = Lever(frame: .zero)
    lever.addAction(for: .touchDown) { _, _ in print("somebody is at the lever") }
    return lever
}

DaemonCommand(types: [lever]).main()
