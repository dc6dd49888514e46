import Controls
import GlassfaderDaemon
import Panel

// `type = "lever"` in a panel file, with `length = 120` and all that every control can be told.
let lever = ControlType("lever", options: ["length": .number(120)]) { options in
    let lever = Lever(frame: .zero)
    lever.length = options.number("length")
    lever.color = options.tintColor
    lever.addAction(for: .touchDown) { _, _ in print("somebody is at the lever") }
    return lever
}

DaemonCommand(types: [lever]).main()
