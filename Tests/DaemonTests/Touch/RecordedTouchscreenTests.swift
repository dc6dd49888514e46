import Evdev
import Testing
import TouchEvents

@testable import GlassfaderDaemon

struct RecordedTouchscreenTests {
    private let recording: EvemuRecording

    init() throws {
        recording = try finger(0).lands(10, 0)
            .moves(20, 0, after: .milliseconds(250))
            .loses(after: .milliseconds(750))
            .lifts(after: .seconds(1))
            .lands(20, 0, after: .seconds(1))
            .recording(on: .singleTouch(width: 100, height: 100))
    }

    @Test func `a recording plays at its own speed`() throws {
        let screen = try RecordedTouchscreen(recording, from: .seconds(100))
        #expect(screen.readiness == .due(.seconds(100)))
        #expect(news(of: screen, until: .seconds(99)) == [])
        #expect(news(of: screen, until: .seconds(100)) == ["100.0 seconds: began 1"])
        #expect(screen.readiness == .due(.milliseconds(100_250)))
        #expect(news(of: screen, until: .milliseconds(100_300)) == ["100.25 seconds: moved 1"])
    }

    @Test func `contacts are cancelled where a recording lost events`() throws {
        let screen = try RecordedTouchscreen(recording, from: .zero)
        _ = news(of: screen, until: .milliseconds(500))
        #expect(news(of: screen, until: .milliseconds(2500)) == ["1.0 seconds: cancelled 1"])
    }

    @Test func `no finger remains at the end of a recording`() throws {
        let screen = try RecordedTouchscreen(recording, from: .zero)
        _ = news(of: screen, until: .milliseconds(2500))
        #expect(
            news(of: screen, until: .seconds(9)) == [
                "3.0 seconds: began 2", "3.0 seconds: cancelled 2",
            ])
        #expect(screen.readiness == .never)
        #expect(screen.readReports(until: .seconds(10)).source == .gone)
        #expect(news(of: screen, until: .seconds(10)) == [])
    }

    @Test func `a recording that plays faster keeps the times of its touches`() throws {
        let screen = try RecordedTouchscreen(recording, from: .seconds(100), speed: .times(4))
        #expect(news(of: screen, until: .seconds(100)) == ["100.0 seconds: began 1"])
        #expect(screen.readiness == .due(.milliseconds(100_062) + .microseconds(500)))
        #expect(news(of: screen, until: .milliseconds(100_062)) == [])
        #expect(news(of: screen, until: .milliseconds(100_063)) == ["100.25 seconds: moved 1"])
        #expect(
            news(of: screen, until: .milliseconds(100_751)) == [
                "101.0 seconds: cancelled 1", "103.0 seconds: began 2",
                "103.0 seconds: cancelled 2",
            ])
        #expect(screen.readiness == .never)
    }

    @Test func `a recording that plays slower keeps the times of its touches`() throws {
        let screen = try RecordedTouchscreen(recording, from: .zero, speed: .times(0.5))
        _ = news(of: screen, until: .zero)
        #expect(screen.readiness == .due(.milliseconds(500)))
        #expect(news(of: screen, until: .milliseconds(499)) == [])
        #expect(news(of: screen, until: .milliseconds(500)) == ["0.25 seconds: moved 1"])
    }

    @Test func `at unlimited speed each round reads one report`() throws {
        let screen = try RecordedTouchscreen(recording, from: .seconds(100), speed: .unlimited)
        var rounds: [[String]] = []
        while screen.readiness == .afterRound {
            rounds.append(news(of: screen, until: .seconds(100)))
        }
        #expect(
            rounds == [
                ["100.0 seconds: began 1"], ["100.25 seconds: moved 1"],
                ["101.0 seconds: cancelled 1"], [],
                ["103.0 seconds: began 2", "103.0 seconds: cancelled 2"],
            ])
        #expect(screen.readiness == .never)
    }

    @Test func `a cancelled touch does not end before its last report`() throws {
        let screen = try RecordedTouchscreen(recording, from: .zero, speed: .times(10))
        _ = news(of: screen, until: .milliseconds(30))
        let times = screen.cancelContacts(at: .milliseconds(30)).map(\.time)
        #expect(times == [.milliseconds(250)])
    }

    private func news(of screen: RecordedTouchscreen, until time: Duration) -> [String] {
        screen.readReports(until: time).flatMap { report in
            report.contacts.map { "\(report.time): \($0.phase) \($0.number)" }
        }
    }
}
