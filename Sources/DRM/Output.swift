import CDRM
import Glibc

/// A connector, the CRTC that feeds it, and the mode in which it does.
///
/// Pictures are shown by atomic commits where the driver has them, else by the older calls. When the
/// output is released, the screen becomes what `ending` says. A card has one output at a time: its
/// events go to whoever reads them.
package final class Output {
    /// What an output should be like, where there is a choice.
    package struct Preferences {
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
    /// How far the hardware turns the picture: as preferred, or not at all.
    package let rotation: Rotation
    /// What the driver said to more than is used now: to something it can do without, or to a better
    /// mode. `nil` if it took what was wanted.
    package let rejection: DRMError?
    /// What becomes of the screen when the output is released.
    package var ending = Ending.restored
    /// Whether pictures are shown by atomic commits.
    package var usesAtomic: Bool { if case .atomic = pipeline { true } else { false } }

    private let pipeline: Pipeline
    private let crtc: CRTC
    private let found: drmModeCrtc
    /// Whether what was found is what a process of ours left there.
    private let foundOurs: Bool
    /// The buffer that the mode was tried with, until it is used.
    private var spare: DumbBuffer?
    private var state = State.untouched

    /// What the CRTC does for us; `Screen.Pace` has the table of what exists together. The buffers are kept for it: the kernel switches a CRTC off when
    /// its framebuffer is removed.
    private enum State {
        /// It is as it was found, or as `ending` says: we leave it alone.
        case untouched
        /// We set its mode, and have switched it off since.
        case off
        /// It shows a buffer in our mode.
        case showing(DumbBuffer)
        /// It is to show a buffer; a completion with the token says when it does.
        case flipping(from: DumbBuffer?, to: DumbBuffer, token: UInt)

        /// What the screen shows of ours.
        var shown: DumbBuffer? {
            switch self {
            case .untouched, .off: nil
            case .showing(let buffer): buffer
            case .flipping(let buffer, _, _): buffer
            }
        }
    }

    /// Picks the CRTC for a connector, remembers how it was, and finds what the driver accepts of the
    /// preferences. Shows nothing yet.
    ///
    /// Throws `.nothingSuitable` if there is no such mode or no format of ours, or what the driver
    /// said to the best attempt if it refused them all.
    package init(
        card: Card, connector: Connector, preferences: Preferences = Preferences()
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
            asked: preferences.mode, current: found.mode_valid != 0 ? Mode(info: found.mode) : nil)

        let isAtomic = card.useAtomic(preferences.usesAtomic)
        let plane = Plane.primary(among: card.planes(), of: crtc)
        format = try card.format(for: plane, wanted: preferences.format)
        var extras: Attempt.Extras = .cleaning
        if plane?.properties["FB_DAMAGE_CLIPS"] != nil { extras.insert(.damage) }
        if preferences.rotation != .none, plane?.canTurn(by: preferences.rotation) ?? false {
            extras.insert(.rotation)
        }
        let setup = try Setup(
            card: card, connector: connector, crtc: crtc, plane: plane, modes: modes,
            rotation: preferences.rotation, format: format,
            attempts: Attempt.ladder(
                modes: modes.count, isAtomic: isAtomic && plane != nil, extras: extras))
        (pipeline, spare, rejection) = (setup.pipeline, setup.buffer, setup.rejection)
        (mode, rotation) = (setup.mode, setup.rotation)
    }

    deinit {
        // There is nobody left to tell; the console takes the card over when it is closed.
        try? end()
    }

    // MARK: Buffers

    /// The size of a buffer: that of the mode, or that on its side if the hardware turns it.
    package var size: (width: Int, height: Int) {
        mode.size(turnedBy: rotation)
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
        // The event of a pending flip, should it ever come, is an old one then.
        if case .flipping(let shown, _, _) = state { state = shown.map(State.showing) ?? .off }
        switch pipeline {
        case .atomic(let pipeline):
            let token = card.nextToken()
            try pipeline.setMode(mode, buffer, token: token)
            state = .flipping(from: state.shown, to: buffer, token: token)
            return .pending
        case .legacy(let pipeline):
            try pipeline.setMode(mode, buffer)
            didShow(buffer)
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
        guard case .showing(let shown) = state else {
            preconditionFailure("a page is flipped that is not shown")
        }
        let token = card.nextToken()
        switch pipeline {
        case .atomic(let pipeline): try pipeline.flip(buffer, damage: damage, token: token)
        case .legacy(let pipeline): try pipeline.flip(buffer, token: token)
        }
        state = .flipping(from: shown, to: buffer, token: token)
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
        guard case .flipping(_, let buffer, let token) = state,
            let flip = flips.first(where: { $0.token == token })
        else { return nil }
        didShow(buffer)
        return flip
    }

    private func didShow(_ buffer: DumbBuffer) {
        state = .showing(buffer)
        card.removeLeftovers()
    }

    // MARK: The end

    /// Switches the CRTC off until the next `setMode(_:)`: a screen goes dark, and to sleep.
    package func switchOff() throws(DRMError) {
        if case .untouched = state { return }
        try pipeline.switchOff()
        state = .off
    }

    /// Leaves the CRTC alone from now on: it does not answer, and a call that waits for it would
    /// take seconds.
    package func abandon() {
        state = .untouched
    }

    /// Does with the CRTC what `ending` says. Does nothing if no mode was set.
    package func end() throws(DRMError) {
        let last = state
        if case .untouched = last { return }
        // The buffers stay until the CRTC has another.
        defer { withExtendedLifetime(last) {} }
        state = .untouched
        switch ending {
        case .restored: try restore()
        case .black: try pipeline.switchOff()
        case .kept:
            // Without these the kernel would switch the CRTC off.
            last.shown?.outliveThis()
            if case .flipping(_, let buffer, _) = last { buffer.outliveThis() }
        }
    }

    private func restore() throws(DRMError) {
        // What a process of ours left is no console's picture: that comes when the card is closed.
        guard !foundOurs else { return }
        do throws(DRMError) {
            switch pipeline {
            case _ where found.mode_valid == 0 || found.buffer_id == 0: try pipeline.switchOff()
            case .atomic(let pipeline): try pipeline.restore(found)
            case .legacy(let pipeline): try pipeline.restore(found)
            }
        } catch {
            // Its owner may have removed the picture, or the monitor its mode: then the CRTC is
            // switched off with our last buffer, and the console has it when the card is closed.
            if error.reason != .unsupported { throw error }
        }
    }
}
