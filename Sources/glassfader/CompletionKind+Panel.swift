import ArgumentParser
import GlassfaderClient
import PanelProtocol

// Completion of words with names from the running panel. Without a panel there are none.
extension CompletionKind {
    /// Completes the names of controls.
    static var controls: CompletionKind {
        names { panel in try panel.controls().map(\.name) }
    }

    /// Completes the names of meters, and of controls with one.
    static var meters: CompletionKind { assigned { $0.channels > 0 } }

    /// Completes the names of plots.
    static var plots: CompletionKind { assigned { $0.type == "plot" } }

    /// Completes the names of controls that numbers follow, after an equals sign.
    private static func assigned(
        _ isIncluded: @escaping @Sendable (PanelControl) -> Bool
    ) -> CompletionKind {
        names { panel, words in
            // bash takes what follows the sign for a word.
            if words.last?.hasSuffix("=") == true { return [] }
            return try panel.controls().filter(isIncluded).map { $0.name + "=" }
        }
    }

    /// Completes the names of controls that have a value, and of their strips.
    static var controlsWithValuesAndStrips: CompletionKind {
        controlsAndTheirStrips { $0.reading != nil }
    }

    /// Completes the names of controls and, after a control, the words that it takes.
    static var changes: CompletionKind {
        names { panel, words in
            switch SetPosition(after: words) {
            case .control:
                return try panel.controls().filter(\.isSettable).map(\.name)
            case .value(let name):
                return SetPosition.words(for: try panel.controls(matching: [name]))
            case .number:
                return []
            }
        }
    }

    /// The path after `--socket`.
    private static func socket(in words: [String]) -> String? {
        let prefix = "--socket="
        if let word = words.last(where: { $0.hasPrefix(prefix) }) {
            return String(word.dropFirst(prefix.count))
        }
        let option = words.lastIndex(of: "--socket")
        return option.flatMap { words.indices.contains($0 + 1) ? words[$0 + 1] : nil }
    }

    /// The words that the shell makes of what was typed: bash hands on pieces, split at `=` and
    /// `:`, and most shells hand on the quotes.
    private static func joined(_ words: ArraySlice<String>) -> [String] {
        var joined: [String] = []
        var isOpen = false
        for word in words.map({ $0.filter { !"'\"\\".contains($0) } }) {
            let isSeparator = word == "=" || word == ":"
            if isSeparator || isOpen, let last = joined.popLast() {
                joined.append(last + word)
            } else {
                joined.append(word)
            }
            isOpen = isSeparator
        }
        return joined
    }

    /// Completes the masters of VCAs, and their strips.
    static var masters: CompletionKind { controlsAndTheirStrips { !$0.masteredVCAs.isEmpty } }

    /// Completes the names of some controls, and of their strips.
    private static func controlsAndTheirStrips(
        _ isIncluded: @escaping @Sendable (PanelControl) -> Bool
    ) -> CompletionKind {
        names { panel in
            let list = try panel.list(matching: [])
            let controls = PanelControl.list(list).filter(isIncluded).map(\.name)
            let strips = PanelStrip.list(list).filter { strip in
                strip.controls.contains(where: controls.contains)
            }
            return strips.map(\.name) + controls
        }
    }

    /// Completes the names of links, gangs and VCAs.
    static var links: CompletionKind {
        names { panel in
            let names = try panel.controls().flatMap { control in
                [control.link, control.gang].compactMap(\.self) + control.vcas
                    + control.masteredVCAs
            }
            return Set(names).sorted()
        }
    }

    /// Completes the names of strips and controls.
    static var controlsAndStrips: CompletionKind {
        names { panel in
            let list = try panel.list(matching: [])
            return PanelStrip.list(list).map(\.name) + PanelControl.list(list).map(\.name)
        }
    }

    /// Completes the ids of pages, and the words for neighbours.
    static var pages: CompletionKind {
        names { panel in
            let list = try panel.reply(to: "list") { $0.member("match", [String]()) }
            let pages = PanelPage.list(list).map(\.id)
            return pages + ["next", "prev"].filter { !pages.contains($0) }
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
        names { panel, _ in try ask(panel) }
    }

    /// Queries the panel, given the words before the cursor.
    private static func names(
        _ ask: @escaping @Sendable (PanelClient, [String]) throws -> [String]
    ) -> CompletionKind {
        .custom { words, cursor, _ in
            let words = joined(words.prefix(max(0, cursor)))
            do {
                return try ask(PanelClient(path: socket(in: words)), words)
            } catch {
                // An error message in the middle of typing would only disturb.
                return []
            }
        }
    }
}
