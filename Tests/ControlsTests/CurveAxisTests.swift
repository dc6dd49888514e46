import Testing

@testable import Controls

/// The labels of an axis where not all have room.
struct CurveAxisTests {
    /// The labels of an axis that has room for so many.
    private func labels(of axis: CurveAxis, atMost count: Int) -> [String]? {
        axis.named { $0.count <= count ? $0.map(\.label) : nil }
    }

    @Test func `levels are named at equal steps, among them zero`() {
        let axis = CurveAxis.decibels(-60...0, step: 10)
        #expect(labels(of: axis, atMost: 7)?.count == 7)
        #expect(labels(of: axis, atMost: 6) == ["-60", "-40", "-20", "0"])
        #expect(labels(of: axis, atMost: 3) == ["-60", "-30", "0"])
        #expect(labels(of: axis, atMost: 1) == ["0"])
        #expect(labels(of: axis, atMost: 0) == nil)
        #expect(labels(of: .decibels(-18...18, step: 6), atMost: 5) == ["-12", "0", "+12"])
    }

    @Test func `of frequencies the powers of ten are named`() {
        #expect(labels(of: .frequency, atMost: 10)?.first == "20")
        #expect(labels(of: .frequency, atMost: 9) == ["100", "1k", "10k"])
        #expect(labels(of: .frequency, atMost: 2) == ["100", "10k"])
        let slow = CurveAxis.logarithmic(0.02...20)
        #expect(labels(of: slow, atMost: 5) == ["0.1", "1", "10"])
    }

    @Test func `both halves of a mirrored axis have the same labels`() {
        var axis = CurveAxis.linear(0...8, most: 8)
        axis.isMirrored = true
        #expect(labels(of: axis, atMost: 9) == ["8", "6", "4", "2", "0", "2", "4", "6", "8"])
        #expect(labels(of: axis, atMost: 5) == ["6", "3", "0", "3", "6"])
    }
}
