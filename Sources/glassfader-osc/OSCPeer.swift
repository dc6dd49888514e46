import EventLoop
import GlassfaderBridge

/// The values exchanged with one engine: those sent to it, and those that it reported.
///
/// Each engine confirms, repeats and loses values by itself.
final class OSCPeer {
    /// Its index among the engines of the panel file.
    let number: Int
    /// Whether the engine is sending all its values after a greeting. The panel ignores them.
    private(set) var isDumping = false

    private let loop: EventLoop
    private let dialect: Dialect
    private let readBack: ReadBack
    private var values: [String: Value] = [:]
    private var unsent: Set<String> = []
    private var dumpTimer: EventSource?
    /// When it was greeted last.
    private var greeted: Duration?

    /// A control's value in the engine.
    private struct Value {
        var echoes = EchoFilter()
        /// The value that was sent last.
        var sent: BridgeValue?
        /// The numbers that the engine has, as far as is known: sent or received last.
        var latest: [Double]?
        /// The numbers that it reported last, as its own or in a confirmation.
        var known: [Double]?
        /// Whether the engine has not confirmed what was sent.
        var isUnconfirmed = false
        /// Whether the sent value is one that another engine reported.
        var isRelay = false
        /// How often the same value was sent again.
        var repeats = 0

        mutating func confirm(_ numbers: [Double]) {
            isUnconfirmed = false
            isRelay = false
            known = numbers
            latest = numbers
        }
    }

    /// What a value that an engine reports means.
    enum Report {
        /// It has what the panel has.
        case confirms
        /// It did not receive the last value.
        case misses
        /// It reported an earlier value and is queried again.
        case isLate
        /// It reported an earlier value.
        case repeats
        /// It has a value of its own.
        case own
    }

    /// Values that an engine does not take are not sent more often than this.
    private static let mostRepeats = 5
    private static let readBackDelay = Duration.milliseconds(250)

    /// An engine of this dialect. `send` sends queries to it.
    init(
        _ number: Int, _ loop: EventLoop, _ dialect: Dialect,
        send: @escaping ([OSCMessage]) -> Void
    ) throws {
        self.number = number
        self.loop = loop
        self.dialect = dialect
        readBack = try ReadBack(loop, send: send)
    }

    // MARK: The connection

    /// Ignores the engine's values for the time that it needs to send them all, then calls `then`.
    func dump(then: @escaping (OSCPeer) -> Void) {
        isDumping = true
        dumpTimer = try? loop.timer(at: loop.now + dialect.helloTime) { [unowned self] _ in
            isDumping = false
            then(self)
        }
    }

    /// Whether the engine is sending all its values because it was greeted.
    var isGreeted: Bool { greeted.map { loop.now - $0 < dialect.helloTime } ?? false }

    /// Records that the engine was greeted.
    func noteGreeting() { greeted = loop.now }

    /// The engine is gone, and its values with it.
    func lost() {
        dumpTimer = nil
        isDumping = false
        readBack.removeAll()
        unsent.removeAll()
        forget()
    }

    /// Remembers controls whose values it had no room for.
    func waitForRoom(_ controls: [String]) {
        unsent.formUnion(controls)
    }

    /// The controls whose values it had no room for, which are sent again now.
    func takeUnsent() -> [String] {
        defer { unsent.removeAll() }
        return unsent.sorted()
    }

    /// Forgets the values.
    func forget() {
        values.removeAll()
        greeted = nil
    }

    // MARK: Questions

    /// Queries a value or a title. `name` is the name of the answer.
    func ask(_ name: String, _ question: OSCMessage, after delay: Duration = .zero) {
        readBack.ask(name, question, after: delay)
    }

    /// A value or a title has arrived. The result is whether it may be an answer.
    @discardableResult
    func answered(_ name: String) -> Bool { readBack.answered(name) }

    // MARK: Values

    /// Records a value that is being sent. A relayed value is one that another engine has reported.
    func noteSent(
        _ value: BridgeValue, _ message: OSCMessage, of control: String, _ binding: OSCBinding,
        isRelay: Bool = false
    ) {
        var entry = values[control] ?? Value()
        let numbers = binding.numbers(in: message.arguments.dropFirst(binding.leading.count))
        if value != entry.sent { entry.repeats = 0 }
        entry.isRelay = isRelay || entry.isRelay && value == entry.sent
        entry.sent = value
        entry.latest = numbers
        entry.isUnconfirmed = true
        if !numbers.isEmpty { entry.echoes.noteSent(numbers, at: loop.now) }
        values[control] = entry
        if dialect.readsBack, let question = dialect.question(of: binding) {
            ask(control, question, after: Self.readBackDelay)
        }
    }

    /// Whether the engine has a value, as far as is known.
    func has(_ value: BridgeValue, of control: String, _ binding: OSCBinding) -> Bool {
        guard let latest = values[control]?.latest, !latest.isEmpty else { return false }
        return binding.isSame(latest, value)
    }

    /// Handles a report of these numbers from the engine. `panel` is the panel's value.
    func receive(
        _ numbers: [Double], of control: String, _ binding: OSCBinding, panel: BridgeValue?
    ) -> Report {
        let isAnswer = answered(control)
        var entry = values[control] ?? Value()
        defer { values[control] = entry }
        let tolerance = binding.scale.tolerance
        // An earlier report of the engine may be on its way to the panel.
        let isUnderWay =
            !entry.isUnconfirmed
            && entry.latest.map { !$0.isSame(as: numbers, within: tolerance) } ?? false
        if let panel, binding.isSame(numbers, panel), !isUnderWay {
            // A confirmation, or somebody has set the same value.
            entry.confirm(numbers)
            return .confirms
        }
        // Before its first confirmation, an engine answers a query with the value that it had.
        let isOld = entry.known?.isSame(as: numbers, within: tolerance) ?? true
        // A console that confirms nothing sends only its own changes, except in answers.
        let isEcho =
            (isAnswer || dialect.confirms)
            && entry.echoes.takeConfirmation(numbers, within: tolerance, at: loop.now)
        if entry.isUnconfirmed, isAnswer, isOld || isEcho, entry.repeats < Self.mostRepeats {
            entry.repeats += 1
            return .misses
        }
        let recent = isAnswer || dialect.confirms ? entry.echoes.recent(at: loop.now) : nil
        let isRounded = recent.map { binding.isRounding(numbers, of: $0) } ?? false
        if entry.isUnconfirmed, entry.isRelay, isRounded {
            // It rounds the value of another engine. That engine would round the result again.
            entry.confirm(numbers)
            return .confirms
        }
        if entry.isUnconfirmed, isAnswer, isOld || isEcho { return .own }
        // The answer decides.
        if dialect.readsBack { return isEcho ? .isLate : .own }
        return isEcho || isRounded ? .repeats : .own
    }

    /// The panel takes these numbers from the engine.
    func adopt(_ numbers: [Double], of control: String) {
        var entry = values[control] ?? Value()
        entry.confirm(numbers)
        entry.echoes.reset()
        values[control] = entry
    }
}
