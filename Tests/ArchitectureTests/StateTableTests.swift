import Foundation
import Testing

/// The table of what states a screen, its display and an output have together.
struct StateTableTests {
    @Test(arguments: [
        (column: 0, type: "Pace", path: "GlassfaderDaemon/Screen"),
        (column: 1, type: "Phase", path: "GlassfaderDaemon/Display/DRMDisplay"),
        (column: 2, type: "State", path: "DRM/Output"),
    ])
    func `the state table lists every state`(column: Int, type: String, path: String) throws {
        let sources = try SourceFile.all()
        let screen = try #require(sources.first { $0.path == "GlassfaderDaemon/Screen.swift" })
        let rows = screen.lines.filter { $0.contains("/// |") }.dropFirst(2)
        let named = rows.flatMap { row in
            row.split(separator: "|")[1 + column].split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let file = try #require(sources.first { $0.path == "\(path).swift" })
        let start = try #require(file.lines.firstIndex { $0.contains(" enum \(type) {") })
        let cases = file.lines[start...].prefix { $0 != "    }" }.compactMap {
            $0.firstMatch(of: /^ {8}case (\w+)/).map { String($0.1) }
        }
        #expect(!cases.isEmpty && Set(named) == Set(cases))
    }
}
