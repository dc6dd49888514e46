import EventLoop
import Testing

struct RetryDelayTests {
    @Test(arguments: [
        (200, 2000, [200, 400, 800, 1600, 2000, 2000]), (100, 1000, [100, 200, 400, 800, 1000]),
    ])
    func `retries become less and less frequent, and start over after a success`(
        shortest: Int, longest: Int, expected: [Int]
    ) {
        var delay = RetryDelay(from: .milliseconds(shortest), to: .milliseconds(longest))
        let delays = expected.map { _ in delay.next() }
        #expect(delays == expected.map { .milliseconds($0) })
        delay.reset()
        #expect(delay.next() == .milliseconds(shortest))
    }
}
