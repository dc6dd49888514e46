import Drawing
import Testing

struct ColorTests {
    @Test(arguments: [
        ("#ff8000", 0xffff_8000), ("#FF8000", 0xffff_8000), ("#00000000", 0x0000_0000),
        ("#ffffff80", 0x8080_8080), ("#12345678", 0x7808_1828), ("#f80", 0xffff_8800),
    ])
    func `a colour is parsed from its hex digits`(hex: String, pixel: UInt32) throws {
        #expect(try #require(Color(hex: hex)).premultipliedPixel == pixel)
    }

    @Test(arguments: [
        "", "#", "ff8000", "#ff800", "#ff80000", "#ff800g", "#ff80 0", "#-f8000", "# ff8000",
        "#ff8000ff0", "#ﬀ8000", "#+f8000", "#f8", "#f8g", "f800",
    ])
    func `an invalid colour is rejected`(hex: String) {
        #expect(Color(hex: hex) == nil)
    }

    @Test func `mixing with a transparent colour fades and does not darken`() {
        let half = Color.red.mixed(with: .clear, by: 0.5)
        #expect(half == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
        #expect(Color.black.mixed(with: .white, by: 0.5) == .gray)
        #expect(Color.black.mixed(with: .white, by: 7) == .white)
    }

    @Test func `colour components are clamped to their range`() {
        let color = Color(red: 3, green: -1, blue: .nan, alpha: .infinity)
        #expect(color == Color(red: 1, green: 0, blue: 0, alpha: 1))
    }

    @Test func `a pixel converts back to its colour`() {
        let color = Color(premultipliedPixel: 0x8040_2000)
        #expect(abs(color.alpha - 128.0 / 255) < 1e-9)
        #expect(color.premultipliedPixel == 0x8040_2000)
    }
}
