import Evdev

/// Notices what broken touchscreens do, so that the log can name it. Nothing else comes of it.
///
/// Looks at contacts as the device has them, before anything is filtered. Each symptom is reported
/// once, and what is kept is no more than there are fingers.
struct TouchscreenSymptoms {
    /// What may be wrong with a touchscreen.
    enum Symptom: Equatable {
        /// One touch after the other is at the same point: the positions come on other axes.
        case samePoint(x: Int32, y: Int32)
        /// Contacts of a single report appear at a point again and again.
        case phantoms(x: Int32, y: Int32)
        /// So many contacts of a single report that no hand makes them.
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

        /// Counts a touch, and says how many there have been in a row.
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

    /// Looks at the contacts of one report. Returns what has now been seen often enough.
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
                lives[contact.number]?.note(contact)
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
            "every touch is at \(x),\(y); its positions may come on other axes, "
                + "see 'axes' in [[input.devices]]"
        case .phantoms(let x, let y):
            "contacts of a single report at \(x),\(y), where perhaps no finger is"
        case .churn:
            "it loses its fingers and finds them again in every report"
        }
    }
}
