import Testing

@testable import GlassfaderClient
@testable import PanelProtocol

/// Levels and points that wait until they are sent.
struct ReadingsTests {
    private func texts(_ readings: Readings) -> [String] {
        String(decoding: readings.lines, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test func `newer levels replace older ones of the same meter only`() {
        var readings = Readings()
        #expect(texts(readings).isEmpty)
        for levels in [["a": [-3.0]], ["b": [-9.0]], ["a": [-6.0]]] {
            readings.meters.merge(levels) { $1 }
        }
        let text = texts(readings)
        #expect(text.count == 1 && !text[0].contains("-3.0"))
        #expect(text[0].contains(#""a":[-6.0]"#) && text[0].contains(#""b":[-9.0]"#))
    }

    @Test(arguments: [1, 8, 64])
    func `each line is one that the daemon reads, and all meters and plots are sent`(
        channels: Int
    ) {
        var readings = Readings()
        let id = String(repeating: "x", count: 60) + ".level"
        for number in 0..<1000 {
            readings.meters["\(id)\(number)"] = [Double](repeating: -99.123456, count: channels)
        }
        for number in 0..<3 {
            readings.plots["plot\(number)"] = [Double](repeating: -99.1234, count: 4096)
        }
        let texts = texts(readings)
        #expect(texts.allSatisfy { $0.utf8.count <= LineReader.requestLimit })
        for number in [0, 199, 200, 999] {
            #expect(texts.count { $0.contains("level\(number)\"") } == 1)
        }
        for number in 0..<3 { #expect(texts.count { $0.contains("plot\(number)\"") } == 1) }
    }

    @Test func `what no line can hold is left out, and the others are sent`() {
        var readings = Readings()
        readings.plots["long"] = [Double](repeating: -99.123456, count: 10_000)
        readings.plots["short"] = [1]
        #expect(texts(readings) == [#"{"cmd":"plot","v":{"short":[1.0]}}"#])
    }
}
