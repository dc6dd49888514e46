import Drawing
import EventLoop
import Foundation
import Testing

@testable import GlassfaderDaemon

struct LocalTimeTests {
    @Test func `the clock shows the system's time, in its time zone`() throws {
        let loop = try EventLoop()
        let before = loop.exactTime
        let reading = loop.readClock()
        let date = Date()
        #expect(reading.time >= before && reading.time <= loop.exactTime)
        let midnight = Calendar.current.startOfDay(for: date)
        // Not over a change to summer time, where the day is longer or shorter than it says.
        let isUsualDay = Calendar.current.startOfDay(for: date + 86_400) == midnight + 86_400
        let expected = date.timeIntervalSince(midnight)
        let difference = abs(reading.timeOfDay / .seconds(1) - expected)
        #expect(!isUsualDay || difference < 5 || difference > 86_395)
    }

    @Test func `a clock on a panel shows the time of day, and a client reads it`() throws {
        let desk = try RunningDaemon(
            """
            [[pages]]
            id = "p"
            strips = [{ id = "s", controls = [
              { id = "c", type = "clock", label = "Time", seconds = true },
            ] }]
            """)
        let client = try desk.client()
        func shown() throws -> String? {
            let reply = try desk.ask(client, #"{"id":1,"cmd":"list"}"#, id: 1)
            let control = (reply["controls"] as? [[String: Any]])?.first
            return (control?["accessibility"] as? [String: Any])?["value"] as? String
        }
        try desk.run { desk.daemon.screen?.isSettled == true }
        let first = try #require(try shown())
        #expect(first.wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
        // It goes on by itself.
        var second: String?
        try desk.run {
            second = desk.daemon.panel["s.c"]?.info.accessibility?.value
            return second != first
        }
        #expect(second?.wholeMatch(of: /\d\d:\d\d:\d\d/) != nil)
    }
}
