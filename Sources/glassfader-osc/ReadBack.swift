import EventLoop

/// Questions to an engine, each of which is asked until it is answered.
///
/// A packet may be lost on its way there or back. A few questions are asked at once, so that a console
/// is not flooded.
final class ReadBack {
    private struct Question {
        var message: OSCMessage
        var due: Duration
        var attempts = 0
    }

    private static let mostAttempts = 6
    private static let answerTime = Duration.milliseconds(150)
    private static let mostAtOnce = 24
    private static let pause = Duration.milliseconds(10)

    private let loop: EventLoop
    private let send: ([OSCMessage]) -> Void
    private var questions: [String: Question] = [:]
    private var timer: EventSource?

    /// Asks by `send`.
    init(_ loop: EventLoop, send: @escaping ([OSCMessage]) -> Void) throws {
        self.loop = loop
        self.send = send
        timer = try loop.timer(at: nil) { [unowned self] now in try askDue(now) }
    }

    /// Asks for a value after some time. An earlier question of this name is asked then, too.
    func ask(_ name: String, _ message: OSCMessage, after delay: Duration = .zero) {
        questions[name] = Question(message: message, due: loop.now + delay)
        schedule()
    }

    /// A value has arrived. The result is whether it may be an answer.
    @discardableResult
    func answered(_ name: String) -> Bool {
        guard questions[name]?.attempts ?? 0 > 0 else { return false }
        questions[name] = nil
        return true
    }

    /// Forgets all questions.
    func removeAll() {
        questions.removeAll()
    }

    private func askDue(_ now: Duration) throws {
        var batch: [OSCMessage] = []
        for (name, question) in questions.sorted(by: { $0.value.due < $1.value.due })
        where question.due <= now {
            guard batch.count < Self.mostAtOnce else { break }
            guard question.attempts < Self.mostAttempts else {
                questions[name] = nil
                continue
            }
            batch.append(question.message)
            questions[name]?.attempts += 1
            questions[name]?.due = now + Self.answerTime * (question.attempts + 1)
        }
        if !batch.isEmpty { send(batch) }
        schedule(after: Self.pause)
    }

    private func schedule(after pause: Duration = .zero) {
        guard let next = questions.values.map(\.due).min() else { return }
        try? timer?.fire(at: max(next, loop.now + pause))
    }
}
