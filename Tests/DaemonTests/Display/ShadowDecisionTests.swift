import Panel
import Testing

@testable import GlassfaderDaemon

struct ShadowDecisionTests {
    @Test func `frames are drawn where the panel file says`() {
        for (prefersShadow, speed) in [(false, 1e10), (false, 1e8), (true, 1e10), (true, 1e8)] {
            #expect(usesShadow(.always, prefersShadow, speed))
            #expect(!usesShadow(.never, prefersShadow, speed))
        }
    }

    @Test func `by default frames use card memory if it reads fast and the driver allows it`() {
        #expect(!usesShadow(.automatic, false, 2e9))
        // 141 MB/s were measured on an AM62L.
        #expect(usesShadow(.automatic, false, 141e6))
        #expect(usesShadow(.automatic, true, 2e9))
    }

    @Test func `the read speed is not measured if something else decides`() {
        func fail() -> Double {
            Issue.record("the memory was read")
            return 0
        }
        _ = ShadowDecision(wanted: .always).usesShadow(prefersShadow: false, readSpeed: fail())
        _ = ShadowDecision(wanted: .never).usesShadow(prefersShadow: false, readSpeed: fail())
        _ = ShadowDecision(wanted: .automatic).usesShadow(prefersShadow: true, readSpeed: fail())
    }

    private func usesShadow(
        _ wanted: DisplayDescription.Shadow, _ prefersShadow: Bool, _ speed: Double
    ) -> Bool {
        ShadowDecision(wanted: wanted).usesShadow(prefersShadow: prefersShadow, readSpeed: speed)
    }
}
