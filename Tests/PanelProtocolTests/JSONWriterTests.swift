import Foundation
import PanelProtocol
import TestVectors
import Testing

struct JSONWriterTests {
    private func written(_ value: Double) -> String {
        var writer = JSONWriter()
        writer.member("v", value)
        return String(decoding: writer.bytes.dropFirst(4), as: UTF8.self)
    }

    @Test(
        arguments: [
            (-6.0, "-6.0"), (0.62, "0.62"), (0, "0.0"), (-0.0, "0.0"), (-0.000_000_4, "0.0"),
            (2.0 / 3, "0.666667"), (0.501187, "0.501187"), (-0.05, "-0.05"), (0.1 + 0.2, "0.3"),
            (0.999_999_9, "1.0"), (-59.999_999_9, "-60.0"), (20_000, "20000.0"), (632.46, "632.46"),
            (.leastNonzeroMagnitude, "0.0"), (1e15, "1000000000000000.0"),
            (9.3e18, "9300000000000000000.0"),
            (1e300, "1e+300"),
        ] as [(Double, String)])
    func `numbers are written as short decimals`(value: Double, text: String) {
        #expect(written(value) == text)
    }

    @Test func `written numbers differ from the original by less than half a millionth`() throws {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<10_000 {
            let value = Double.random(in: -100...100, using: &random)
            let text = written(value)
            let read = try #require(Double(text))
            #expect(abs(read - value) <= 0.500_001e-6)
            #expect(text.count <= 11)
        }
    }

    @Test func `any string survives writing and parsing`() throws {
        let strings = [
            "", "Vox", "\"\\/", "tab\tline\nreturn\r", "\u{0}\u{1}\u{1F}\u{7F}", "-∞ dB", "🎚",
        ]
        let read = try parsed { writer in
            writer.line { $0.member("texts", strings) }
        }
        #expect(read["texts"] as? [String] == strings)
    }

    @Test func `commas are written exactly where JSON needs them`() throws {
        var writer = JSONWriter()
        writer.line { writer in
            writer.object("empty") { _ in }
            writer.member("none", [] as [Double])
            writer.object("o") { $0.member("a", 1) }
            writer.objects("list", [1, 2]) { writer, n in writer.member("n", n) }
            writer.member("end", true)
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"empty":{},"none":[],"o":{"a":1},"list":[{"n":1},{"n":2}],"end":true}"#
                + "\n")
    }
}
