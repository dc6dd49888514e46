import ArgumentParser
import GlassfaderClient
import Glibc
import PanelProtocol

/// Shows levels on meters.
struct MetersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meters",
        abstract: "Show levels on meters, from arguments or standard input.",
        discussion: """
            Give each meter the levels of its channels in dB relative to full scale, such as \
            ch1.meter=-18.2,-17.9. A meter falls when no more levels follow.

            Without meters, or with -, the levels come from standard input. Each line is shown at \
            once: ch1.meter=-18.2,-17.9 ch2.meter=-31, or {"ch1.meter":[-18.2,-17.9]}. A wrong \
            line is skipped with an error message; the exit status is then 1.
            """)

    @OptionGroup var panel: PanelOptions

    @Argument(help: "Meters with their levels; see list for the names.")
    var levels: [String] = []

    func validate() throws {
        guard levels != ["-"] else { return }
        for text in levels where Self.levels(text) == nil {
            throw ValidationError(
                "'\(text)' is not a meter with levels, such as ch1.meter=-18.2,-17.9")
        }
    }

    func run() throws {
        try panel.withPanel { client in
            guard !levels.isEmpty, levels != ["-"] else { return try follow(client) }
            let pairs = levels.compactMap(Self.levels)
            try client.setMeters(
                Dictionary(pairs, uniquingKeysWith: { $1 }), waitsForReply: true)
            if panel.json { try Output.line(client.lastLine) }
        }
    }

    /// Parses `ch1.meter=-18.2,-17.9`.
    static func levels(_ text: some StringProtocol) -> (meter: String, decibels: [Double])? {
        let sides = text.split(separator: "=", omittingEmptySubsequences: false)
        guard sides.count == 2, !sides[0].isEmpty else { return nil }
        let pieces = sides[1].split(separator: ",", omittingEmptySubsequences: false)
        let decibels = pieces.compactMap { Double($0) }.filter { !$0.isNaN }
        return decibels.count == pieces.count ? (String(sides[0]), decibels) : nil
    }

    /// Parses a line of standard input; nil if it is wrong.
    static func line(_ text: String) -> [String: [Double]]? {
        if text.drop(while: { $0 == " " }).first == "{" {
            guard let object = try? JSON.object(parsing: Array(text.utf8)[...]) else { return nil }
            return levels(of: object["v"]?.object ?? object)
        }
        let words = text.split { $0 == " " || $0 == "\t" }
        let levels = words.compactMap { Self.levels($0) }
        guard levels.count == words.count else { return nil }
        return Dictionary(levels.map { ($0.meter, $0.decibels) }, uniquingKeysWith: { $1 })
    }

    private static func levels(of object: JSONObject) -> [String: [Double]]? {
        var levels: [String: [Double]] = [:]
        for member in object.members {
            let numbers = member.value.array ?? [member.value]
            let decibels = numbers.compactMap(\.number)
            guard decibels.count == numbers.count else { return nil }
            levels[member.key] = decibels
        }
        return levels
    }

    // MARK: Standard input

    private func follow(_ client: PanelClient) throws {
        var known: Set<String> = []
        var number = 0
        var succeeded = true
        while let text = readLine() {
            number += 1
            guard let levels = Self.line(text) else {
                Output.error(
                    TerminalText.escaped(
                        "line \(number): '\(text)' has no levels, such as ch1.meter=-18.2,-17.9"))
                succeeded = false
                continue
            }
            // Wait for a reply only for new meters, to learn whether they exist.
            let isNew = !known.isSuperset(of: levels.keys)
            known.formUnion(levels.keys)
            do throws(PanelClientError) {
                if !levels.isEmpty { try client.setMeters(levels, waitsForReply: isNew) }
            } catch {
                if error.isConnectionFailure { throw error }
                Output.error(TerminalText.escaped("line \(number): \(error.description)"))
                succeeded = false
            }
        }
        if !succeeded { throw ExitCode(1) }
    }
}
