import Foundation
import GlassfaderClient
import PanelProtocol
import Testing

/// The addresses and settings for bridges, from the daemon's line to a program in Swift.
struct BindReplyTests {
    private func reply(_ line: String) throws -> JSONObject {
        let line = try JSON.object(parsing: Array(line.utf8)[...])
        return try #require(line["ok"]?.object)
    }

    private func line(bound: Bool) -> String {
        var level = ControlInfo(
            control: "ch1.level", type: "slider", label: "", access: .readWrite)
        var bridges = JSONObject()
        var bind: [ControlInfo.Setting] = []
        if bound {
            level.bind = [
                .init("midi", .text("cc 7")), .init("osc", .text("/ch/01/\"mix\"")),
            ]
            bind = [.init("osc", .text("/ch/01/config"))]
            var osc = JSONObject()
            var names = JSONObject()
            names.append("a", .string("b"))
            osc.append("send", .array([.string("127.0.0.1:3819")]))
            osc.append("rate", .real(0.5))
            osc.append("port", .integer(9000))
            osc.append("push", .boolean(true))
            osc.append("names", .object(names))
            bridges.append("osc", .object(osc))
        }
        let strip = StripInfo(
            strip: "ch1", style: StripStyle(color: nil, label: "Ch 1"), order: 0,
            pages: ["main"], controls: ["ch1.level"], bind: bind)
        var writer = JSONWriter()
        Reply.list(generation: 1, controls: [level], bridges: bridges, strips: [strip]).write(
            id: .integer(1), to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func `a list has the addresses of controls and strips, and all bridges`() throws {
        let line = line(bound: true)
        #expect(line.contains(#""bind":{"midi":"cc 7","osc":"/ch/01/\"mix\""}"#))
        #expect(line.contains(#""controls":["ch1.level"],"bind":{"osc":"/ch/01/config"}}"#))
        #expect(
            line.hasPrefix(
                #"{"id":1,"ok":{"generation":1,"bridges":{"osc":{"send":["127.0.0.1:3819"],"#
                    + #""rate":0.5,"port":9000,"push":true,"names":{"a":"b"}}},"strips":["#))
    }

    @Test func `a list of a panel without bridges does not mention them`() {
        let line = line(bound: false)
        #expect(!line.contains("bind") && !line.contains("bridges"))
    }

    @Test func `a program in Swift reads them`() throws {
        let reply = try reply(line(bound: true))
        #expect(
            PanelControl.list(reply).map(\.bind) == [["midi": "cc 7", "osc": "/ch/01/\"mix\""]])
        #expect(PanelStrip.list(reply).map(\.bind) == [["osc": "/ch/01/config"]])
        let osc = try #require(BridgeSetting.list(reply)["osc"])
        #expect(osc["send"]?.texts == ["127.0.0.1:3819"] && osc["port"]?.number == 9000)
        #expect(osc["push"]?.flag == true && osc["rate"] == .number(0.5))
        #expect(osc["names"]?.table?["a"]?.text == "b" && osc["names"]?.texts == nil)
        let plain = try self.reply(line(bound: false))
        #expect(PanelControl.list(plain).map(\.bind) == [[:]])
        #expect(PanelStrip.list(plain).map(\.bind) == [[:]] && BridgeSetting.list(plain).isEmpty)
    }
}
