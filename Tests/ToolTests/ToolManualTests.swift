import Foundation
import TestVectors
import Testing

@testable import glassfader

/// What glassfader(1) tells is all there is, and no more.
struct ToolManualTests {
    private let page: String
    private let commands: [Command]

    /// A command as the argument parser describes it.
    private struct Command: Decodable {
        var commandName: String
        var arguments: [Argument]?
        var subcommands: [Command]?

        struct Argument: Decodable {
            var kind: String
            var names: [Name]?

            struct Name: Decodable {
                var kind: String
                var name: String
            }
        }

        /// As they are written, without the first hyphen.
        var options: [String] {
            (arguments ?? []).flatMap { $0.names ?? [] }.map {
                $0.kind == "long" ? "-\($0.name)" : $0.name
            }
        }
    }

    private struct Help: Decodable {
        var command: Command
    }

    init() throws {
        page = try TestFiles.text("Config/man/glassfader.1")
        let help = try JSONDecoder().decode(Help.self, from: Data(Glassfader._dumpHelp().utf8))
        commands = help.command.subcommands ?? []
        try #require(commands.count > 15)
    }

    /// What all have, or all that talk to a panel, and is told once.
    private static let common: Set = ["-socket", "-json", "-help", "h", "-version"]

    @Test func `the manual documents every command with its options`() throws {
        for command in commands where command.commandName != "help" {
            try check(command, named: command.commandName)
        }
        for option in Self.common { #expect(words(page).contains(option), "--\(option)") }
    }

    private func check(_ command: Command, named name: String) throws {
        let subcommands = (command.subcommands ?? []).filter { $0.commandName != "help" }
        if !subcommands.isEmpty {
            for subcommand in subcommands {
                try check(subcommand, named: "\(name) \(subcommand.commandName)")
            }
            return
        }
        let entry = entry(of: name)
        try #require(!entry.isEmpty, "glassfader \(name) is not told of")
        for option in command.options where !Self.common.contains(option) {
            #expect(words(entry).contains(option), "\(name): -\(option)")
        }
    }

    @Test func `the manual documents no option that does not exist`() {
        func all(_ command: Command) -> [String] {
            command.options + (command.subcommands ?? []).flatMap(all)
        }
        let there = Set(commands.flatMap(all)).union(Self.common)
        let told = page.matches(of: /\bFl ([A-Za-z-]+)/).map { String($0.1) }
        #expect(told.filter { !there.contains($0) } == [])
    }

    /// The items of a list that are about a command, up to the next.
    private func entry(of command: String) -> String {
        var lines: [Substring] = []
        var isInside = false
        let page = page.replacing(".It Xo\n.Cm", with: ".It Cm").split(separator: "\n")
        for line in page {
            if line.hasPrefix(".It Cm ") || line.hasPrefix(".Ss ") {
                isInside = "\(line) ".hasPrefix(".It Cm \(command) ")
            }
            if isInside { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    private func words(_ text: String) -> Set<String> {
        Set(
            text.split(separator: "\n").filter { $0.first == "." }.flatMap {
                $0.split(separator: " ").map(String.init)
            })
    }
}
