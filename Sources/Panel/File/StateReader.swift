extension TableFields {
    /// What `[state]` says.
    mutating func state() -> StateDescription {
        var state = StateDescription()
        if let word = string("restore") {
            switch word {
            case "last": state.start = .last
            case "defaults": state.start = .defaults
            case _ where word.hasPrefix("scene:") && word.utf8.count > 6:
                state.start = .scene(String(word.dropFirst(6)))
            default:
                noteUnknown(word, at: "restore", known: ["last", "defaults", "scene:NAME"])
            }
        }
        if let milliseconds = integer("save_after_ms", in: 10...60_000) {
            state.saveDelay = .milliseconds(milliseconds)
        }
        return state
    }
}
