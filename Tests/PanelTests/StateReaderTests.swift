import Testing

@testable import Panel

/// What `[state]` may say.
struct StateReaderTests {
    private func file(_ section: String) -> PanelFile {
        let scene = "[[scenes]]\nname = \"show start\"\nvalues = {}\n"
        return PanelFile(text: section + "\n" + PanelDesk.twoFaders + scene, name: "desk.toml")
    }

    @Test(arguments: [
        ("", StateDescription.Start.last, 1000), ("[state]", .last, 1000),
        ("[state]\nrestore = \"last\"", .last, 1000),
        ("[state]\nrestore = \"defaults\"\nsave_after_ms = 10", .defaults, 10),
        (
            "[state]\nrestore = \"scene:show start\"\nsave_after_ms = 60000", .scene("show start"),
            60000
        ),
    ])
    func `the options for restoring and saving are read`(
        section: String, start: StateDescription.Start, milliseconds: Int
    ) throws {
        let file = file(section)
        #expect(file.errors == [] && file.warnings == [])
        let state = try #require(file.panel).state
        #expect(state.start == start && state.saveDelay == .milliseconds(milliseconds))
    }

    @Test(arguments: [
        (
            "restore = \"lst\"",
            "2:11: unknown restore 'lst'; known are last, defaults, scene:NAME; did you mean 'last'?"
        ),
        (
            "restore = \"scene:\"",
            "2:11: unknown restore 'scene:'; known are last, defaults, scene:NAME"
        ),
        (
            "restore = \"scene:show strat\"",
            "2:11: 'restore': no scene 'show strat' in [[scenes]]; did you mean 'show start'?"
        ),
        ("restore = \"scene:nope\"", "2:11: 'restore': no scene 'nope' in [[scenes]]"),
        ("restore = true", "2:11: 'restore': expected a string, found a boolean"),
        ("save_after_ms = 9", "2:17: 'save_after_ms' is 9, outside 10…60000"),
        ("save_after_ms = 0.5", "2:17: 'save_after_ms': expected a whole number, found 0.5"),
    ])
    func `mistakes in the state section are reported with their position`(
        line: String, message: String
    ) {
        let errors = file("[state]\n" + line).errors
        #expect(errors.map(\.description) == ["desk.toml:" + message])
    }

    @Test func `unknown keys are reported with the key that may have been meant`() {
        #expect(
            file("[state]\nsave_after_m = 1").warnings.map(\.message) == [
                "unknown key 'save_after_m' in [state]; did you mean 'save_after_ms'?"
            ])
    }
}
