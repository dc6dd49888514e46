import Foundation
import Panel
import TestVectors
import Testing

@testable import GlassfaderDaemon

/// Nothing that a panel file says of the display, the touchscreens, the socket, the state or the
/// theme is accepted and ignored: it changes a picture, what a finger does, what is sent to a
/// client or what is saved.
struct SettingEffectTests {
    private static let chapters: Set = ["DISPLAY", "INPUT", "SOCKET", "STATE", "THEME"]

    @Test func `every setting of the manual page is tested, and no other`() throws {
        let documented = try ManualOptions.listed(in: Self.chapters)
        try #require(documented.isSuperset(of: ["DISPLAY/rotate", "INPUT/rest", "THEME/font"]))
        let mentioned = try ManualOptions.mentioned(in: Self.chapters)
        try #require(mentioned.isSuperset(of: ["after_s", "mincutoff", "held_mark"]))
        let words = Set(SettingTable.cases.map(\.word))
        let listed = SettingTable.cases.filter { !mentioned.contains($0.word) }.map(\.listed)
        let tried = Set(SettingTable.cases.map(\.listed))
        #expect(documented.subtracting(tried) == [], "write a case that sees their effect")
        #expect(mentioned.subtracting(words) == [], "write a case that sees their effect")
        #expect(Set(listed).subtracting(documented) == [], "the page does not know them")
    }

    @Test(arguments: SettingTable.cases)
    func `a setting has an effect`(setting: SettingCase) throws {
        switch setting.evidence {
        case .trial(let trial):
            let plain = try seen(of: setting.file(setting.without), by: trial)
            #expect(try seen(of: setting.file(setting.without), by: trial) == plain)
            #expect(
                try seen(of: setting.file(setting.with), by: trial) != plain,
                "nothing tells a panel with it from one without")
        case .guest(let file, let sentence):
            let folder = TestFiles.tests.appending(path: "vm/guest")
            let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
            #expect(text.contains(sentence), "no check of \(file) says so")
        }
    }

    @Test(arguments: SettingTable.rejected)
    func `a setting that can never change anything gets an error or a warning`(
        setting: (section: String, lines: String, key: String)
    ) {
        let text = SettingTrial.panel + "\n[\(setting.section)]\n\(setting.lines)\n"
        let file = PanelFile(text: text, name: "t.toml")
        let said = (file.errors + file.warnings).map(\.description)
        #expect(said.count == 1 && said[0].contains("'\(setting.key)'"), "\(said)")
    }

    @Test(arguments: [
        "pressure_on = 30\ndevices = [{ match = \"1:2\", contact = \"pressure\" }]",
        "jump_mm = 0\nafter_jump = \"restart\"\ndevices = [{ match = \"1:2\", jump_mm = 20 }]",
    ])
    func `a setting that some touchscreens use gets no error or warning`(lines: String) {
        let file = PanelFile(text: SettingTrial.panel + "\n[input]\n\(lines)\n", name: "t.toml")
        #expect((file.errors + file.warnings).map(\.description) == [])
    }

    /// What a trial sees of a panel file that has nothing wrong with it.
    private func seen(of text: String, by trial: SettingTrial) throws -> String {
        let folder = try TestFiles.makeFolder()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let whole = text.replacing("FOLDER", with: folder)
        try Data(whole.utf8).write(to: URL(filePath: folder + "/panel.toml"))
        let file = PanelFile(text: whole, name: folder + "/panel.toml")
        try #require((file.errors + file.warnings).map(\.description) == [])
        return try trial.run(#require(file.panel), folder).replacing(folder, with: "FOLDER")
    }
}
