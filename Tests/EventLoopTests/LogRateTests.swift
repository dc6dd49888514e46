import Testing

@testable import EventLoop

/// How often something is logged.
struct LogRateTests {
    @Test func `the log admits a line once per interval, with the number of omitted lines`() {
        var rate = LogRate(interval: .seconds(60))
        #expect(rate.admit(at: .seconds(5)) == 0)
        #expect(rate.admit(at: .seconds(6)) == nil)
        #expect(rate.admit(at: .seconds(64)) == nil)
        #expect(rate.admit(at: .seconds(65)) == 2)
        #expect(rate.admit(at: .seconds(200)) == 0)
    }

    @Test func `the log admits several lines at once, then one per interval`() {
        var rate = LogRate(burst: 3, interval: .milliseconds(200))
        func admitted(_ lines: Int, at milliseconds: Int) -> [Int] {
            (0..<lines).compactMap { _ in rate.admit(at: .milliseconds(milliseconds)) }
        }
        #expect(admitted(10, at: 5000) == [0, 0, 0])
        #expect(admitted(10, at: 5190).isEmpty)
        #expect(admitted(10, at: 5200) == [17])
        // Two intervals and a half have passed.
        #expect(admitted(10, at: 5700) == [9, 0])
        #expect(admitted(10, at: 5800) == [8])
        #expect(admitted(10, at: 100_000) == [9, 0, 0])
        #expect(admitted(1, at: 90_000).isEmpty)
    }
}
