import EventLoop

/// Questions to an engine, each of which is asked until it is answered.
///
/// A packet may be lost on its way there or back. A few questions are asked at once, so that a
/// console is not flooded.
final class ReadBack {
    private struct Question {
        var message: OSCMessage
        var due: Duration
        var attempts = 0
        /// Whether the answer to an earlier question of this name may still come.
        var isAnswerUnderWay = false
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
        let earlier = questions[name]
        questions[name] = Question(
            message: message, due: loop.now + delay,
            isAnswerUnderWay: earlier.map { $0.attempts > 0 || $0.isAnswerUnderWay } ?? false)
        schedule()
    }

    /// A value has arrived. The result is whether it may be an answer.
    @discardableResult
    func answered(_ name: String) -> Bool {
        guard let question = questions[name] else { return false }
        if question.attempts > 0 {
            questions[name] = nil
        } else {
            questions[name]?.isAnswerUnderWay = false
        }
        return question.attempts > 0 || question.isAnswerUnderWay
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
