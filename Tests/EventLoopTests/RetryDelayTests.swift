import EventLoop
import Testing

struct RetryDelayTests {
    @Test func `retries become less and less frequent, and start over after a success`() {
        var delay = RetryDelay(from: .milliseconds(200), to: .seconds(2))
        let delays = (0..<6).map { _ in delay.next() }
        #expect(delays == [200, 400, 800, 1600, 2000, 2000].map { .milliseconds($0) })
        delay.reset()
        #expect(delay.next() == .milliseconds(200))
    }
}
