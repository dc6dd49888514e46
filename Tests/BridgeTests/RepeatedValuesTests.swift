import Testing

@testable import GlassfaderBridge

@Suite final class RepeatedValuesTests {
    private var repeated = RepeatedValues()
    private var adopted: [String] = []

    private func put(
        _ control: String, by engine: Int = 0, at time: Duration, _ value: String = ""
    ) {
        repeated.put(control, by: engine, at: time) { [unowned self] in
            adopted.append(control + value)
        }
    }

    private func takeDue(at time: Duration) -> [String] {
        adopted.removeAll()
        for adopt in repeated.takeDue(at: time) { adopt() }
        return adopted
    }

    @Test func `an earlier value that nothing follows is the engine's own after a second`() {
        put("ch1.level", at: .seconds(5))
        #expect(repeated.nextDue == .seconds(6))
        #expect(takeDue(at: .milliseconds(5999)) == [])
        #expect(takeDue(at: .seconds(6)) == ["ch1.level"])
        #expect(repeated.nextDue == nil)
    }

    @Test func `what follows an earlier value makes it a late confirmation`() {
        put("ch1.level", at: .zero)
        put("ch2.level", at: .milliseconds(500))
        repeated.remove("ch1.level")
        #expect(repeated.nextDue == .milliseconds(1500))
        #expect(takeDue(at: .seconds(2)) == ["ch2.level"])
    }

    @Test func `a confirmation from one engine does not count for another`() {
        put("ch1.level", by: 0, at: .zero, " of the first")
        put("ch1.level", by: 1, at: .zero, " of the second")
        repeated.remove("ch1.level", by: 1)
        #expect(takeDue(at: .seconds(1)) == ["ch1.level of the first"])
        put("ch1.level", by: 0, at: .zero)
        put("ch1.level", by: 1, at: .zero)
        repeated.remove("ch1.level")
        #expect(repeated.nextDue == nil)
    }

    @Test func `of several earlier values, the last one counts, from when it came`() {
        put("ch1.mute", at: .zero, " off")
        put("ch1.mute", at: .milliseconds(900), " on")
        #expect(takeDue(at: .seconds(1)) == [])
        #expect(takeDue(at: .milliseconds(1900)) == ["ch1.mute on"])
    }
}
