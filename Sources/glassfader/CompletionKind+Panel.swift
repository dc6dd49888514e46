import ArgumentParser
import GlassfaderClient
import PanelProtocol

// Completion of words with names from the running panel. Without a panel there are none.
extension CompletionKind {
    /// Completes the names of controls.
    static var controls: CompletionKind {
        names { panel in try panel.controls().map(\.name) }
    }

    /// Completes the names of strips and controls.
    static var controlsAndStrips: CompletionKind {
        names { panel in
            let list = try panel.reply(to: "list") { $0.member("match", "*") }
            return PanelStrip.list(list).map(\.name) + PanelControl.list(list).map(\.name)
        }
    }

    /// Completes the ids of pages.
    static var pages: CompletionKind {
        names { panel in
            let list = try panel.reply(to: "list") { $0.member("match", [String]()) }
            return list["pages"]?.array?.compactMap { $0.object?["page"]?.string } ?? []
        }
    }

    /// Completes the names of scenes.
    static var scenes: CompletionKind {
        names { panel in
            let list = try panel.reply(to: "scene") { $0.member("op", "list") }
            return list["scenes"]?.array?.compactMap { $0.object?["name"]?.string } ?? []
        }
    }

    /// Queries the panel at the socket that the command line names.
    private static func names(
        _ ask: @escaping @Sendable (PanelClient) throws -> [String]
    ) -> CompletionKind {
        .custom { words, _, _ in
            let option = words.lastIndex(of: "--socket")
            let path = option.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
            do {
                return try ask(PanelClient(path: path))
            } catch {
                // An error message in the middle of typing would only disturb.
                return []
            }
        }
    }
}
