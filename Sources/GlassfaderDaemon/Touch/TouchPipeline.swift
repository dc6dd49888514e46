import Drawing
import Evdev
import Panel

/// Turns a device's contacts into touches in points, in stages that remove noise.
///
/// Each stage is a value with one task. The order matters: contacts that are not fingers must be
/// removed before positions are compared, and touches must be complete before they are smoothed.
/// Stages before `normalisation` use the device's units, later ones millimetres of glass.
struct TouchPipeline {
    // Declared in the order of the stages.
    private var rangeGuard: RangeGuard
    private var cornerGuard: CornerGuard?
    private var palmGuard: PalmGuard
    private var jumpGuard: JumpGuard?
    private let normalisation: Normalisation
    private var minimumReports: MinimumReports?
    private var bounceMerge: BounceMerge?
    private var repetition: Repetition?
    private var median: MedianFilter?
    private var hysteresis: Hysteresis?
    private var oneEuro: OneEuroFilter?
    private var restGuard: RestGuard?
    private var liftOffGuard: LiftOffGuard?

    private let pointsPerMillimetre: (x: Double, y: Double)
    private var contacts: [Contact] = []
    private var samples: [TouchSample] = []
    private var updates: [TouchUpdate] = []
    /// The last update of each touch, by contact number. Contacts that are not fingers have none.
    private var reported = ContactMemory<TouchUpdate>()
    private var lastNumber = 0
    /// The numbers of the contacts that have begun and not ended.
    private var present: Set<Int> = []
    /// The numbers of contacts that are ignored until they end. A contact that continues one of
    /// them after a bounce has its number.
    private var ignored: Set<Int> = []

    /// - Parameters:
    ///   - axes: the ranges of the contacts' `x` and `y`.
    ///   - width, height: the output's size in points.
    ///   - calibration: the device's calibration, followed by the output's rotation.
    ///   - scale: the length of a millimetre of glass.
    ///   - filters: the stages to use, and their settings.
    init(
        axes: (x: Axis, y: Axis), width: Double, height: Double,
        calibration: CalibrationMatrix = .identity, scale: TouchScale,
        filters: FilterDescription
    ) {
        let units = scale.unitsPerMillimetre
        normalisation = Normalisation(
            x: axes.x, y: axes.y, calibration: calibration, width: width, height: height)
        pointsPerMillimetre = scale.pixelsPerMillimetre

        let distances = GuardDistances(filters, scale: scale, width: width, height: height)
        rangeGuard = RangeGuard(x: axes.x, y: axes.y)
        cornerGuard = filters.ignoresCorners ? CornerGuard(x: axes.x, y: axes.y) : nil
        palmGuard = PalmGuard(smallestMajor: distances.palmMajor.map { $0 * units.x })
        jumpGuard = distances.jump.map {
            JumpGuard(
                millimetres: $0, unitsPerMillimetre: units,
                afterJump: filters.afterJump)
        }
        minimumReports =
            filters.minimumReports > 1 ? MinimumReports(reports: filters.minimumReports) : nil
        bounceMerge = filters.bounce.map {
            BounceMerge(interval: $0, reach: distances.bounceReach)
        }
        median = filters.hasMedian ? MedianFilter() : nil
        switch filters.smoothing {
        case .off: break
        case .hysteresis(let millimetres, let widensAtRest):
            let fuzz = GlassPoint(
                x: Double(axes.x.fuzz) / units.x, y: Double(axes.y.fuzz) / units.y)
            let isTurned = abs(calibration.b) > abs(calibration.a)
            let margin = (isTurned ? GlassPoint(x: fuzz.y, y: fuzz.x) : fuzz) * 0.5
            hysteresis = Hysteresis(
                margin: GlassPoint(x: max(millimetres, margin.x), y: max(millimetres, margin.y)),
                widensAtRest: widensAtRest)
        case .oneEuro(let numbers):
            oneEuro = OneEuroFilter(
                minimumCutoff: numbers.minimumCutoff, beta: numbers.beta,
                derivativeCutoff: numbers.derivativeCutoff)
            restGuard = numbers.staysAtRest ? RestGuard() : nil
        }
        repetition = median != nil || filters.smoothing != .off ? Repetition() : nil
        liftOffGuard =
            filters.guardsLiftOff ? LiftOffGuard(longestStep: distances.liftOffStep) : nil
    }

    /// The unfiltered position of a contact on the output.
    func point(of contact: Contact) -> Point {
        let point = normalisation.point(x: contact.x, y: contact.y)
        return Point(x: point.x, y: point.y)
    }

    // MARK: Reports and deadlines

    /// Processes one report and returns the touches that have changed: first ended and cancelled
    /// ones, then moved, then begun. A touch that began and ended within the report comes last.
    mutating func process(
        _ report: some Collection<Contact>, at time: Duration
    ) -> [TouchUpdate] {
        contacts.removeAll(keepingCapacity: true)
        contacts.append(contentsOf: report)

        rangeGuard.process(&contacts)
        cornerGuard?.process(&contacts)
        palmGuard.process(&contacts)
        jumpGuard?.process(&contacts, at: time)
        normalise(at: time)
        minimumReports?.process(&samples, at: time)
        bounceMerge?.process(&samples, at: time)
        if !ignored.isEmpty { dropIgnored() }
        return smooth(at: time)
    }

    // MARK: Ignoring

    /// Cancels all touches, and ignores their fingers until they lift. A finger that bounces has
    /// not lifted.
    mutating func ignoreContacts(at time: Duration) -> [TouchUpdate] {
        samples.removeAll(keepingCapacity: true)
        ignored = present
        for (number, touch) in reported.all {
            ignored.insert(number)
            samples.append(
                TouchSample(
                    number: number, slot: touch.slot, phase: .cancelled,
                    position: GlassPoint(
                        x: touch.x / pointsPerMillimetre.x, y: touch.y / pointsPerMillimetre.y),
                    time: time))
        }
        return smooth(at: time)
    }

    private mutating func dropIgnored() {
        samples.removeAll { ignored.contains($0.number) }
        // The merged touches of these contacts have ended.
        if present.isEmpty, bounceMerge?.nextDeadline == nil { ignored = [] }
    }

    /// When touches may change without a report, because a stage holds one back or a filter lags.
    /// Nil if there is nothing to wait for, such as when nobody touches the panel.
    ///
    /// Stored, because the router reads it after every report: computing it each time would copy
    /// all stages.
    private(set) var nextDeadline: Duration?

    private var deadlineOfStages: Duration? {
        Self.earlier(
            minimumReports?.nextDeadline,
            Self.earlier(bounceMerge?.nextDeadline, repetition?.nextDeadline))
    }

    private static func earlier(_ one: Duration?, _ other: Duration?) -> Duration? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Processes the passing of time without a report. Returns the touches that have changed.
    mutating func advance(to time: Duration) -> [TouchUpdate] {
        process(EmptyCollection(), at: time)
    }

    /// Ends the touches that are held back. Call it when the device is gone and its contacts are
    /// cancelled.
    mutating func finish(at time: Duration) -> [TouchUpdate] {
        samples.removeAll(keepingCapacity: true)
        minimumReports?.forget()
        bounceMerge?.finish(&samples)
        return smooth(at: time)
    }

    private mutating func smooth(at time: Duration) -> [TouchUpdate] {
        repetition?.process(&samples, at: time)
        median?.process(&samples)
        hysteresis?.process(&samples)
        oneEuro?.process(&samples)
        restGuard?.process(&samples)
        // Copies the stages once, and not for each touch.
        let (median, hysteresis, oneEuro) = (median, hysteresis, oneEuro)
        repetition?.settle(at: time) { sample in
            (median?.isSettled(sample) ?? true) && (hysteresis?.isSettled(sample) ?? true)
                && (oneEuro?.isSettled(sample) ?? true)
        }
        liftOffGuard?.process(&samples)
        nextDeadline = deadlineOfStages
        updates.removeAll(keepingCapacity: true)
        for sample in samples { report(sample, at: time) }
        return updates
    }

    // MARK: From contacts to samples

    private mutating func normalise(at time: Duration) {
        samples.removeAll(keepingCapacity: true)
        for index in contacts.indices where contacts[index].phase.isLast && !isTap(index) {
            present.remove(contacts[index].number)
            append(contacts[index], at: time)
        }
        for contact in contacts {
            if case .moved = contact.phase { append(contact, at: time) }
        }
        for index in contacts.indices {
            switch contacts[index].phase {
            case .moved: break
            case .began:
                present.insert(contacts[index].number)
                append(contacts[index], at: time)
            case .ended, .cancelled:
                guard isTap(index) else { continue }
                present.remove(contacts[index].number)
                append(contacts[index], at: time)
            }
        }
    }

    /// Whether the contact began earlier in this report.
    private func isTap(_ index: Int) -> Bool {
        contacts[..<index].contains {
            $0.number == contacts[index].number && $0.phase == .began
        }
    }

    private mutating func append(_ contact: Contact, at time: Duration) {
        let point = normalisation.point(x: contact.x, y: contact.y)
        samples.append(
            TouchSample(
                number: contact.number, slot: contact.slot, phase: contact.phase,
                position: GlassPoint(
                    x: point.x / pointsPerMillimetre.x, y: point.y / pointsPerMillimetre.y),
                time: time))
    }

    // MARK: From samples to touches

    private mutating func report(_ sample: TouchSample, at time: Duration) {
        var update = TouchUpdate(
            number: lastNumber + 1, slot: sample.slot, phase: sample.phase,
            x: sample.position.x * pointsPerMillimetre.x,
            y: sample.position.y * pointsPerMillimetre.y, time: time)
        guard let index = reported.index(of: sample.number) else {
            guard case .began = sample.phase else { return }
            lastNumber = update.number
            reported[sample.number] = update
            updates.append(update)
            return
        }
        let known = reported[at: index]
        update.number = known.number
        update.slot = known.slot
        switch sample.phase {
        case .moved:
            guard known.x != update.x || known.y != update.y else { return }
            reported[at: index] = update
        case .began:
            // Each contact begins once, with a number of its own.
            return
        case .ended, .cancelled:
            // A filter may hold back its last movement.
            update.x = known.x
            update.y = known.y
            reported[sample.number] = nil
        }
        updates.append(update)
    }
}
