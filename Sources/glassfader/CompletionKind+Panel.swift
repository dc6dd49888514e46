import ArgumentParser
import GlassfaderClient
import PanelProtocol

// What a shell may complete a word to: names of the panel that runs, none if there is none.
extension CompletionKind {
    /// The names of controls.
    static var controls: CompletionKind {
        names { panel in try panel.controls().map(\.name) }
    }

    /// The ids of pages.
    static var pages: CompletionKind {
        names { panel in
            let list = try panel.answer(to: "list") { $0.member("match", [String]()) }
            return list["pages"]?.array?.compactMap { $0.object?["page"]?.string } ?? []
        }
    }

    /// The names of scenes.
    static var scenes: CompletionKind {
        names { panel in
            let list = try panel.answer(to: "scene") { $0.member("op", "list") }
            return list["scenes"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
        }
    }

    /// Asks the panel that the words of the command line name.
    private static func names(
        _ ask: @escaping @Sendable (PanelClient) throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            let option = words.lastIndex(of: "--socket")
            let path = option.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
            do {
                return try ask(PanelClient(path: path))
            } catch {
                // Whoever presses a key in the middle of a word does not want to be told.
                return []
            }
        }
    }
}
