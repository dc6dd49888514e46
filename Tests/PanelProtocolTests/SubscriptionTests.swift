import Testing

@testable import PanelProtocol

struct SubscriptionTests {
    private func subscription(_ patterns: [String]) -> Subscription {
        var subscription = Subscription()
        subscription.match = patterns.map { Glob($0) }
        return subscription
    }

    @Test(arguments: [["*"], ["ch*.level"], ["ch1.*", "*.mute"], ["none"]])
    func `what a subscription has learned changes nothing`(patterns: [String]) {
        let plain = subscription(patterns)
        var learned = plain
        learned.learn(["ch1.level", "ch1.pan", "ch2.mute"])
        #expect(learned == plain)
        // The last two came with another panel file.
        for name in ["ch1.level", "ch1.pan", "ch2.mute", "ch3.level", "ch3.mute"] {
            #expect(learned.includes(name) == plain.includes(name), "\(name)")
        }
    }

    @Test func `other patterns forget what was learned`() {
        var subscription = subscription(["ch1.*"])
        subscription.learn(["ch1.level", "ch2.level"])
        subscription.match = [Glob("ch2.*")]
        #expect(!subscription.includes("ch1.level") && subscription.includes("ch2.level"))
    }
}
