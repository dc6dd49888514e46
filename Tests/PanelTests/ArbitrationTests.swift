import PanelProtocol
import Testing

@testable import Panel

/// Who decides about a value, in every order in which a few things can happen.
struct ArbitrationTests {
    @Test(arguments: BehaviorDescription.RemotePolicy.allCases)
    func `in every order, the finger that the policy favours is not overruled`(
        policy: BehaviorDescription.RemotePolicy
    ) {
        for steps in Self.orders(of: 5) {
            var play = Play(policy)
            for step in steps { play.take(step) }
            #expect(play.faults == [], "\(steps)")
            if !play.faults.isEmpty { return }
        }
    }

    @Test(arguments: BehaviorDescription.RemotePolicy.allCases)
    func `in every order, the last value that is still current wins in the end`(
        policy: BehaviorDescription.RemotePolicy
    ) {
        for steps in Self.orders(of: 4) {
            var play = Play(policy)
            for step in steps { play.take(step) }
            play.settle()
            #expect(play.applied == play.wanted, "\(steps)")
            if play.applied != play.wanted { return }
        }
    }

    @Test func `a value set right after the release waits until the finger's value has settled`() {
        var play = Play(.defer)
        for step in [Step.land, .move, .lift, .set] { play.take(step) }
        #expect(play.obstacles == [.settling])
        play.settle()
        #expect(play.applied == 1)
    }

    @Test func `a value that a client repeats is not an echo once it is the current value`() {
        var arbitration = Arbitration(BehaviorDescription())
        _ = arbitration.release(at: .milliseconds(100))
        let time = Duration.milliseconds(110)
        #expect(
            arbitration.obstacle(to: .number(1), from: .number(2), isTouched: false, at: time)
                == .settling)
        #expect(
            arbitration.obstacle(to: .number(2), from: .number(2), isTouched: false, at: time)
                == nil)
    }

    // MARK: What can happen

    /// Something that happens to a control.
    private enum Step: CaseIterable {
        case land, move, lift
        /// A finger on a linked control takes this one, and leaves.
        case hold, endHold
        case set
        /// Two taps put the default back.
        case reset
        /// Time passes, and what is due is applied.
        case wait
    }

    private static func orders(of length: Int) -> [[Step]] {
        var orders: [[Step]] = [[]]
        for _ in 0..<length {
            orders = orders.flatMap { order in Step.allCases.map { order + [$0] } }
        }
        return orders
    }

    /// A control with a value, and what is to be expected of it in simpler words.
    private struct Play {
        let policy: BehaviorDescription.RemotePolicy
        var arbitration: Arbitration
        var time = Duration.seconds(1)
        var isTouched = false
        var holds = 0
        /// The number of the last value that a client sent, and of the one that was applied last.
        var sent = 0
        var applied = 0
        /// The number of the value that is to be there in the end, and of one that waits.
        var wanted = 0
        var waiting: (number: Int, time: Duration)?
        var lastTouched = Duration.zero
        var obstacles: [Arbitration.Obstacle] = []
        var faults: [String] = []

        var isHeld: Bool { isTouched || holds > 0 }

        init(_ policy: BehaviorDescription.RemotePolicy) {
            self.policy = policy
            var behavior = BehaviorDescription()
            behavior.onRemote = policy
            arbitration = Arbitration(behavior)
        }

        mutating func take(_ step: Step) {
            time += .milliseconds(60)
            switch step {
            case .land where !isTouched, .move where isTouched:
                isTouched = true
                lastTouched = time
                arbitration.noteTouch(at: time)
            case .lift where isTouched:
                isTouched = false
                if let waiting, waiting.time < lastTouched { forget() }
                apply(arbitration.release(at: time))
            case .hold:
                holds += 1
                arbitration.hold()
            case .endHold where holds > 0:
                holds -= 1
                if !isHeld, let waiting, waiting.time < lastTouched { forget() }
                apply(arbitration.endHold(at: time, isTouched: isTouched))
            case .set:
                set()
            case .reset where isTouched:
                lastTouched = time
                forget()
                arbitration.noteReset(at: time)
            case .wait:
                time += .milliseconds(200)
                apply(arbitration.takeDue(at: time, isTouched: isTouched))
            default:
                break
            }
            if let deadline = arbitration.deadline(isTouched: isTouched) {
                if isHeld { faults.append("due at \(deadline) while a finger decides") }
                if policy != .defer { faults.append("something waits that must not") }
            }
        }

        /// Lets all fingers leave, and all that waits come.
        mutating func settle() {
            while holds > 0 { take(.endHold) }
            if isTouched { take(.lift) }
            for _ in 0..<3 { take(.wait) }
        }

        private mutating func set() {
            sent += 1
            let obstacle = arbitration.obstacle(
                to: .number(Double(sent)), from: .number(Double(applied)), isTouched: isTouched,
                at: time)
            if obstacle == .touched, !isHeld { faults.append("held by nobody") }
            if obstacle == nil, isHeld, policy != .allow { faults.append("a finger is overruled") }
            if obstacle == .settling, policy != .defer { faults.append("nothing has to settle") }
            guard let obstacle else {
                arbitration.noteSet()
                applied = sent
                wanted = sent
                waiting = nil
                return
            }
            obstacles.append(obstacle)
            _ = arbitration.deferValue(remote(sent))
            guard policy == .defer else { return }
            wanted = sent
            waiting = (sent, time)
        }

        private func remote(_ number: Int) -> RemoteValue {
            RemoteValue(
                value: .number(Double(number)), source: .client("c1", name: nil), time: time)
        }

        private mutating func apply(_ remote: RemoteValue?) {
            guard let remote else { return }
            if isHeld { faults.append("a finger is overruled by a value that waited") }
            if remote.time < lastTouched, waiting == nil {
                faults.append("an old value comes back")
            }
            applied = remote.value.number.map { Int($0) } ?? -1
            if applied != waiting?.number { faults.append("another value than the one that waits") }
            waiting = nil
        }

        /// What waited is old now: the value that is there stays.
        private mutating func forget() {
            waiting = nil
            wanted = applied
        }
    }
}
