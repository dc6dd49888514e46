import Evdev

/// Recognises symptoms of broken touchscreens for the log. It changes no touch.
///
/// It examines contacts before all filters. Each symptom is reported once. Memory is bounded by the
/// number of fingers.
struct TouchscreenSymptoms {
    /// What may be wrong with a touchscreen.
    enum Symptom: Equatable {
        /// All touches are at the same point: the device reports positions on other axes.
        case samePoint(x: Int32, y: Int32)
        /// Contacts appear at the same point for a single report, again and again.
        case phantoms(x: Int32, y: Int32)
        /// More contacts of a single report than a hand can make.
        case churn
    }

    fileprivate struct Life {
        var x: Int32
        var y: Int32
        var began: Duration
        var report: Int
        var hasMoved = false
    }

    /// A run of touches at one point.
    private struct Run {
        var x: Int32 = 0
        var y: Int32 = 0
        var count = 0

        /// Counts a touch. Returns how many touches in a row were at this point.
        mutating func count(x: Int32, y: Int32) -> Int {
            count = self.x == x && self.y == y ? count + 1 : 1
            (self.x, self.y) = (x, y)
            return count
        }
    }

    private static let touchesAtOnePoint = 50
    private static let phantomsAtOnePoint = 3
    private static let contactsOfChurn = 100
    private static let timeOfChurn = Duration.seconds(5)
    /// A person's quickest tap takes longer.
    private static let longestPhantom = Duration.milliseconds(20)

    private var lives = ContactMemory<Life>()
    private var reports = 0
    private var still = Run()
    private var phantom = Run()
    private var churnBegan = Duration.zero
    private var churn = 0
    private var reported = (samePoint: false, phantoms: false, churn: false)

    /// Examines the contacts of one report. Returns a symptom that has now occurred often enough.
    mutating func examine(
        _ contacts: some Collection<Contact>, at time: Duration
    ) -> Symptom? {
        reports += 1
        var symptom: Symptom?
        for contact in contacts {
            switch contact.phase {
            case .began:
                lives[contact.number] = Life(
                    x: contact.x, y: contact.y, began: time, report: reports)
            case .moved:
                if let index = lives.index(of: contact.number) { lives[at: index].note(contact) }
            case .ended:
                guard let life = lives.remove(contact.number) else { continue }
                symptom = conclude(life, at: time) ?? symptom
            case .cancelled:
                lives[contact.number] = nil
            }
        }
        return symptom
    }

    private mutating func conclude(_ life: Life, at time: Duration) -> Symptom? {
        guard !life.hasMoved else {
            still.count = 0
            return nil
        }
        let touches = still.count(x: life.x, y: life.y)
        if reports - life.report <= 1, time - life.began < Self.longestPhantom {
            let phantoms = phantom.count(x: life.x, y: life.y)
            if phantoms >= Self.phantomsAtOnePoint, !reported.phantoms {
                reported.phantoms = true
                return .phantoms(x: life.x, y: life.y)
            }
            if countChurn(at: time), !reported.churn {
                reported.churn = true
                return .churn
            }
        }
        if touches >= Self.touchesAtOnePoint, !reported.samePoint {
            reported.samePoint = true
            return .samePoint(x: life.x, y: life.y)
        }
        return nil
    }

    /// Counts a contact of a single report. Returns whether there were too many for a hand.
    private mutating func countChurn(at time: Duration) -> Bool {
        if time - churnBegan > Self.timeOfChurn {
            churnBegan = time
            churn = 0
        }
        churn += 1
        return churn >= Self.contactsOfChurn
    }
}

extension TouchscreenSymptoms.Life {
    fileprivate mutating func note(_ contact: Contact) {
        if contact.x != x || contact.y != y { hasMoved = true }
    }
}

extension TouchscreenSymptoms.Symptom: CustomStringConvertible {
    var description: String {
        switch self {
        case .samePoint(let x, let y):
            "all touches are at \(x),\(y): the device may report positions on other axes; "
                + "see 'axes' in [[input.devices]]"
        case .phantoms(let x, let y):
            "contacts appear for a single report at \(x),\(y), perhaps without a finger"
        case .churn:
            "fingers are lost and found again in every report"
        }
    }
}
