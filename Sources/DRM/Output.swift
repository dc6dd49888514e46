import CDRM
import Glibc

/// A connector, the CRTC that feeds it, and the mode in which it does.
///
/// Pictures are shown by atomic commits where the driver has them, else by the older calls. When the
/// output is released, the screen becomes what `ending` says. A card has one output at a time: its
/// events go to whoever reads them.
package final class Output {
    /// What is wanted of an output, where there is a choice.
    package struct Wishes {
        /// The mode; `nil` for the best one.
        package var mode: Mode.Request?
        /// How far the picture is to be turned; whether the hardware does it, `Output.rotation`
        /// says.
        package var rotation = Rotation.none
        /// How the buffers keep their pixels, if the plane can show it; `nil` for what is best.
        package var format: FramebufferFormat?
        /// Whether atomic commits are used where the driver has them.
        package var usesAtomic = true

        package init() {}
    }

    /// What becomes of the screen when nothing more is shown.
    package enum Ending: Equatable {
        /// The CRTC is put back as it was found: the console's picture, or none.
        case restored
        /// The last picture stays for as long as somebody has the card's descriptor open.
        case kept
        /// The CRTC is switched off. A console shows itself when the card is closed.
        case black
    }

    /// Whether a picture is on the screen, or will be.
    package enum Answer: Equatable {
        case shown
        /// `handleEvents()` says when.
        case pending
    }

    package let card: Card
    package let connector: Connector
    package let mode: Mode
    /// How the buffers keep their pixels.
    package let format: FramebufferFormat
    /// How far the hardware turns the picture: as wished, or not at all.
    package let rotation: Rotation
    /// What the driver said to more than is used now: to something it can do without, or to a better
    /// mode. `nil` if it took what was wanted.
    package let refusal: DRMError?
    /// What becomes of the screen when the output is released.
    package var ending = Ending.restored
    /// Whether a flip has been asked for whose completion has not been read.
    package var isFlipPending: Bool { pending != nil }
    /// Whether pictures are shown by atomic commits.
    package var usesAtomic: Bool { if case .atomic = pipeline { true } else { false } }

    private let pipeline: Pipeline
    private let crtc: CRTC
    private let found: drmModeCrtc
    /// Whether what was found is what a process of ours left there.
    private let foundOurs: Bool
    /// The buffer that the mode was tried with, until it is used.
    private var spare: DumbBuffer?
    private var hasSetMode = false
    // The kernel switches a CRTC off when its framebuffer is removed.
    private var shown: DumbBuffer?
    private var pending: (buffer: DumbBuffer, token: UInt)?

    private enum Pipeline {
        case atomic(AtomicPipeline)
        case legacy(LegacyPipeline)
    }

    /// Picks the CRTC for a connector, remembers how it was, and finds what the driver accepts of
    /// what is wished for. Shows nothing yet.
    ///
    /// Throws `.nothingSuitable` if there is no such mode or no format of ours, or what the driver
    /// said to the best attempt if it refused them all.
    package init(
        card: Card, connector: Connector, wishes: Wishes = Wishes()
    ) throws(DRMError) {
        self.card = card
        self.connector = connector
        crtc = try CRTC.pick(of: card, for: connector)
        guard let state = drmModeGetCrtc(card.descriptor, crtc.id) else {
            throw DRMError(cannot: "read CRTC \(crtc.id)", on: card.node, errno: errno)
        }
        defer { drmModeFreeCrtc(state) }
        found = state.pointee
        foundOurs = card.isLeftover(found.buffer_id)
        let modes = try connector.modes(
            asked: wishes.mode, current: found.mode_valid != 0 ? Mode(info: found.mode) : nil)

        let isAtomic = card.useAtomic(wishes.usesAtomic)
        let plane = Plane.primary(among: card.planes(), of: crtc)
        format = try card.format(for: plane, wanted: wishes.format)
        var extras: Attempt.Extras = .cleaning
        if plane?.properties["FB_DAMAGE_CLIPS"] != nil { extras.insert(.damage) }
        if wishes.rotation != .none, plane?.canTurn(by: wishes.rotation) ?? false {
            extras.insert(.rotation)
        }
        let attempts = Attempt.ladder(
            modes: modes.count, isAtomic: isAtomic && plane != nil, extras: extras)
        let accepted = try Self.firstAccepted(
            attempts, modes, wishes.rotation, format,
            Parts(card: card, connector: connector, crtc: crtc, plane: plane))
        (pipeline, spare, refusal) = (accepted.pipeline, accepted.buffer, accepted.refusal)
        mode = modes[accepted.attempt.mode]
        rotation = accepted.attempt.extras.contains(.rotation) ? wishes.rotation : .none
    }

    deinit {
        // There is nobody left to tell; the console takes the card over when it is closed.
        try? end()
    }

    // MARK: Buffers

    /// The size of a buffer: that of the mode, or that on its side if the hardware turns it.
    package var size: (width: Int, height: Int) {
        Self.size(of: mode, turnedBy: rotation)
    }

    /// A buffer that this output can show. Throws `.outOfMemory` where video memory is small; never
    /// so for the first one.
    package func makeBuffer() throws(DRMError) -> DumbBuffer {
        if let spare {
            self.spare = nil
            return spare
        }
        return try DumbBuffer(on: card, width: size.width, height: size.height, format: format)
    }

    // MARK: Showing

    /// Shows a buffer in the output's mode, whatever was there before; what a last master left on
    /// the screen is taken away. Without a flicker if the mode is right already, where the driver
    /// has atomic commits.
    ///
    /// Throws `.notMaster` while another program shows its picture, `.gone` if the card is.
    package func setMode(_ buffer: DumbBuffer) throws(DRMError) -> Answer {
        // Its event, should it ever come, is an old one then.
        pending = nil
        switch pipeline {
        case .atomic(let pipeline):
            let token = card.nextToken()
            try pipeline.setMode(mode, buffer, token: token)
            pending = (buffer, token)
            hasSetMode = true
            return .pending
        case .legacy(let pipeline):
            try pipeline.setMode(mode, buffer)
            hasSetMode = true
            isShown(buffer)
            return .shown
        }
    }

    /// Asks for a buffer to be shown from the next vertical blank on; `handleEvents()` says when
    /// it is. Only after `setMode(_:)`, and not while a flip is pending.
    ///
    /// Throws `.busy` if the kernel is not done with the last flip, `.unsupported` if the driver
    /// cannot flip.
    ///
    /// - Parameter damage: What has changed in the buffer since it was last shown; drivers that copy
    ///   it to the screen copy no more than that.
    package func flip(_ buffer: DumbBuffer, damage: [Clip]) throws(DRMError) {
        precondition(hasSetMode, "no page is flipped before a mode is set")
        precondition(!isFlipPending, "no page is flipped while a flip is pending")
        let token = card.nextToken()
        switch pipeline {
        case .atomic(let pipeline): try pipeline.flip(buffer, damage: damage, token: token)
        case .legacy(let pipeline): try pipeline.flip(buffer, token: token)
        }
        pending = (buffer, token)
    }

    /// Has the changes to the buffer being shown reach the screen, with drivers that copy it there.
    package func refresh(_ buffer: DumbBuffer, damage: [Clip]) throws(DRMError) -> Answer {
        switch pipeline {
        case .atomic:
            try flip(buffer, damage: damage)
            return .pending
        case .legacy(let pipeline):
            try pipeline.dirty(buffer, damage)
            return .shown
        }
    }

    /// The card's descriptor: when it is readable, `handleEvents()` has something to read.
    package var descriptor: Int32 { card.descriptor }

    /// Reads the card's events. Returns the completion of the pending flip if it is among them;
    /// what belongs to another flip is passed over.
    package func handleEvents() throws(DRMError) -> FlipCompletion? {
        let flips = try card.readFlips()
        guard let pending, let flip = flips.first(where: { $0.token == pending.token }) else {
            return nil
        }
        isShown(pending.buffer)
        self.pending = nil
        return flip
    }

    private func isShown(_ buffer: DumbBuffer) {
        shown = buffer
        card.removeLeftovers()
    }

    // MARK: The end

    /// Switches the CRTC off until the next `setMode(_:)`: a screen goes dark, and to sleep.
    package func switchOff() throws(DRMError) {
        guard hasSetMode else { return }
        switch pipeline {
        case .atomic(let pipeline): try pipeline.switchOff()
        case .legacy(let pipeline): try pipeline.switchOff()
        }
        (shown, pending) = (nil, nil)
    }

    /// Leaves the CRTC alone from now on: it does not answer, and a call that waits for it would
    /// take seconds.
    package func abandon() {
        hasSetMode = false
    }

    /// Does with the CRTC what `ending` says. Does nothing if no mode was set.
    package func end() throws(DRMError) {
        guard hasSetMode else { return }
        hasSetMode = false
        defer { (shown, pending) = (nil, nil) }
        switch ending {
        case .restored: try restore()
        case .black:
            hasSetMode = true
            defer { hasSetMode = false }
            try switchOff()
        case .kept:
            // Without these the kernel would switch the CRTC off.
            shown?.outliveThis()
            pending?.buffer.outliveThis()
        }
    }

    private func restore() throws(DRMError) {
        // What a process of ours left is no console's picture: that comes when the card is closed.
        guard !foundOurs else { return }
        do throws(DRMError) {
            switch pipeline {
            case _ where found.mode_valid == 0 || found.buffer_id == 0:
                hasSetMode = true
                defer { hasSetMode = false }
                try switchOff()
            case .atomic(let pipeline): try pipeline.restore(found)
            case .legacy(let pipeline): try pipeline.restore(found)
            }
        } catch {
            // Its owner may have removed the picture, or the monitor its mode: then the CRTC is
            // switched off with our last buffer, and the console has it when the card is closed.
            if error.reason != .unsupported { throw error }
        }
    }

    // MARK: What the driver accepts

    private struct Parts {
        let card: Card
        let connector: Connector
        let crtc: CRTC
        let plane: Plane?
    }

    private struct Accepted {
        let attempt: Attempt
        let pipeline: Pipeline
        let buffer: DumbBuffer
        let refusal: DRMError?
    }

    private static func firstAccepted(
        _ attempts: [Attempt], _ modes: [Mode], _ rotation: Rotation,
        _ format: FramebufferFormat, _ parts: Parts
    ) throws(DRMError) -> Accepted {
        var refusal: DRMError?
        var buffer: DumbBuffer?
        for attempt in attempts {
            let mode = modes[attempt.mode]
            let turned = attempt.extras.contains(.rotation) ? rotation : .none
            do throws(DRMError) {
                let its = try self.buffer(
                    for: mode, turnedBy: turned, format, on: parts.card, like: buffer)
                buffer = its
                let pipeline = try pipeline(attempt, rotation, parts)
                if case .atomic(let pipeline) = pipeline { try pipeline.test(mode, its) }
                return Accepted(
                    attempt: attempt, pipeline: pipeline, buffer: its, refusal: refusal)
            } catch {
                // Less would be refused as well.
                if [.gone, .notMaster, .notPermitted].contains(error.reason) { throw error }
                refusal = refusal ?? error
            }
        }
        throw refusal
            ?? DRMError(.nothingSuitable, "no mode on \(parts.connector.name)")
    }

    private static func pipeline(
        _ attempt: Attempt, _ rotation: Rotation, _ parts: Parts
    ) throws(DRMError) -> Pipeline {
        guard attempt.isAtomic, let plane = parts.plane else {
            return .legacy(
                LegacyPipeline(
                    card: parts.card, connector: parts.connector, crtc: parts.crtc,
                    plane: parts.plane, cleans: attempt.extras.contains(.cleaning)))
        }
        return .atomic(
            try AtomicPipeline(
                card: parts.card, connector: parts.connector, crtc: parts.crtc, plane: plane,
                rotation: rotation, extras: attempt.extras))
    }

    private static func buffer(
        for mode: Mode, turnedBy rotation: Rotation, _ format: FramebufferFormat, on card: Card,
        like last: DumbBuffer?
    ) throws(DRMError) -> DumbBuffer {
        let size = size(of: mode, turnedBy: rotation)
        if let last, (last.width, last.height) == size { return last }
        return try DumbBuffer(on: card, width: size.width, height: size.height, format: format)
    }

    private static func size(
        of mode: Mode, turnedBy rotation: Rotation
    ) -> (width: Int, height: Int) {
        rotation.swapsSides ? (mode.height, mode.width) : (mode.width, mode.height)
    }
}
