import ArgumentParser
import GlassfaderClient
import Testing

@testable import glassfader

struct ValueTests {
    @Test(arguments: [
        (["set", "ch1.level", "-6"], PanelValue.number(-6)),
        (["set", "ch1.level", "0.5"], .number(0.5)),
        (["set", "gate", "-48,-24"], .range(low: -48, high: -24)),
        (["set", "fx", "x=0.5,y=-1"], .parts([.init("x", 0.5), .init("y", -1)])),
    ])
    func `a value is written as one would write it`(
        arguments: [String], value: PanelValue
    ) throws {
        let command = try #require(try parse(arguments) as? SetCommand)
        #expect(SetCommand.value(command.value) == value)
    }

    @Test(arguments: ["", "loud,soft", "1,2,3", "nan", "inf", "x=", "=1", "1,", "x=1,2"])
    func `what is no value is wrong usage`(text: String) {
        #expect(throws: (any Error).self) { try Glassfader.parseAsRoot(["set", "a", text]) }
    }

    @Test(arguments: [
        ["set", "--norm", "--delta", "--socket", "/tmp/s", "a", "-0.1"],
        ["set", "a", "-.1", "--norm", "--delta", "--socket", "/tmp/s"],
        ["set", "--norm", "a", "--delta", "--socket", "/tmp/s", "--", "-0.1"],
    ])
    func `options of set stand where one likes`(arguments: [String]) throws {
        let command = try #require(try parse(arguments) as? SetCommand)
        #expect(command.norm && command.delta)
        #expect(command.panel.socket == "/tmp/s")
        #expect(command.control == "a")
        #expect(SetCommand.value(command.value) == .number(-0.1))
    }

    private func parse(_ arguments: [String]) throws -> any ParsableCommand {
        try Glassfader.parseAsRoot(Glassfader.withNegativeNumbersLast(arguments))
    }
}
