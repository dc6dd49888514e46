import CDRM
import Glibc

/// A connector with its CRTC and mode.
///
/// Pictures are shown by atomic commits if the driver supports them, otherwise by legacy calls.
/// When the output is released, the screen changes as `ending` says. A card must have only one
/// output at a time, since the output reads all events of the card.
package final class Output {
    /// The wanted properties of an output.
    package struct Preferences {
        /// The mode; `nil` for the best one.
        package var mode: Mode.Request?
        /// The wanted rotation of the picture. `Output.rotation` has the hardware's part of it.
        package var rotation = Rotation.none
        /// The pixel format, if the plane supports it; `nil` for the best one.
        package var format: FramebufferFormat?
        /// Whether to use atomic commits if the driver supports them.
        package var usesAtomic = true

        package init() {}
    }

    /// What to do with the screen when the output is released.
    package enum Ending: Equatable {
        /// Restore the CRTC to the state in which it was found, such as the console's picture.
        case restored
        /// Keep the last picture while any process has the card's descriptor open.
        case kept
        /// Switch the CRTC off. A console appears when the card is closed.
        case black
    }

    /// Whether a picture is on the screen yet.
    package enum Presentation: Equatable {
        case shown
        /// `handleEvents()` reports when it is.
        case pending
    }

    package let card: Card
    package let connector: Connector
    package let mode: Mode
    /// The pixel format of the buffers.
    package let format: FramebufferFormat
    /// How far the hardware rotates the picture: as preferred, or not at all.
    package let rotation: Rotation
    /// The driver's error for the preferred features or mode, if it has rejected them; `nil` if it
    /// has accepted all.
    package let rejection: DRMError?
    /// What to do with the screen when the output is released.
    package var ending = Ending.restored
    /// Whether pictures are shown by atomic commits.
    package var usesAtomic: Bool { if case .atomic = pipeline { true } else { false } }

    private let pipeline: Pipeline
    private let crtc: CRTC
    private let found: drmModeCrtc
    /// Whether the CRTC was found with a picture of an earlier process of ours.
    private let foundOurs: Bool
    /// The buffer that the attempts were tested with, until it is used.
    private var spare: DumbBuffer?
    private var state = State.untouched

    /// The state of the CRTC; `Screen.Pace` has the table of states that exist together. The cases
    /// hold the buffers, since the kernel switches a CRTC off when its framebuffer is removed.
    private enum State {
        /// As it was found, or as `ending` has left it. It must not be changed.
        case untouched
        /// Switched off, after we had set its mode.
        case off
        /// It shows a buffer in our mode.
        case showing(DumbBuffer)
        /// It will show a buffer; the completion with the token reports when it does.
        case flipping(from: DumbBuffer?, to: DumbBuffer, token: UInt)

        /// Our buffer on the screen.
        var shown: DumbBuffer? {
            switch self {
            case .untouched, .off: nil
            case .showing(let buffer): buffer
            case .flipping(let buffer, _, _): buffer
            }
        }
    }

    /// Chooses a CRTC for a connector, records its state, and finds out which preferences the
    /// driver accepts. Shows nothing yet.
    ///
    /// Throws `.nothingSuitable` if there is no matching mode or no supported format. If the driver
    /// rejects all attempts, throws its error for the first one.
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
            requested: preferences.mode,
            current: found.mode_valid != 0 ? Mode(info: found.mode) : nil)

        let isAtomic = card.useAtomic(preferences.usesAtomic)
        let plane = Plane.primary(among: card.planes(), of: crtc)
        format = try card.format(for: plane, wanted: preferences.format)
        var extras: Attempt.Extras = .cleaning
        if plane?.properties["FB_DAMAGE_CLIPS"] != nil { extras.insert(.damage) }
        if preferences.rotation != .none, plane?.canRotate(by: preferences.rotation) ?? false {
            extras.insert(.rotation)
        }
        let accepted = try AcceptedAttempt(
            card: card, connector: connector, crtc: crtc, plane: plane, modes: modes,
            rotation: preferences.rotation, format: format,
            attempts: Attempt.ladder(
                modes: modes.count, isAtomic: isAtomic && plane != nil, extras: extras))
        (pipeline, spare, rejection) = (accepted.pipeline, accepted.buffer, accepted.rejection)
        (mode, rotation) = (accepted.mode, accepted.rotation)
    }

    deinit {
        // The error has no receiver. The console takes over when the card is closed.
        try? end()
    }

    // MARK: Buffers

    /// The size of a buffer: the mode's, with the sides swapped if the hardware rotates it.
    package var size: (width: Int, height: Int) {
        mode.size(rotatedBy: rotation)
    }

    /// Makes a buffer for this output. Throws `.outOfMemory` if video memory is exhausted; never
    /// for the first buffer.
    package func makeBuffer() throws(DRMError) -> DumbBuffer {
        if let spare {
            self.spare = nil
            return spare
        }
        return try DumbBuffer(on: card, width: size.width, height: size.height, format: format)
    }

    // MARK: Showing

    /// Shows a buffer in the output's mode, and removes leftovers of the last master. With atomic
    /// commits, the screen does not flicker if the mode is already set.
    ///
    /// Throws `.notMaster` while another program is master, and `.gone` if the card was removed.
    package func setMode(_ buffer: DumbBuffer) throws(DRMError) -> Presentation {
        // If the event of the pending flip still comes, its token no longer matches.
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

    /// Requests to show a buffer from the next vertical blank on; `handleEvents()` reports when it
    /// is shown. Call it only after `setMode(_:)`, and not while a flip is pending.
    ///
    /// Throws `.busy` if the kernel has not finished the last flip, and `.unsupported` if the
    /// driver cannot flip.
    ///
    /// - Parameter damage: What has changed in the buffer since it was last shown. Drivers that
    ///   copy the buffer to the screen copy only that.
    package func flip(_ buffer: DumbBuffer, damage: [Clip]) throws(DRMError) {
        guard case .showing(let shown) = state else {
            preconditionFailure("a flip needs a buffer on the screen and no pending flip")
        }
        let token = card.nextToken()
        switch pipeline {
        case .atomic(let pipeline): try pipeline.flip(buffer, damage: damage, token: token)
        case .legacy(let pipeline): try pipeline.flip(buffer, token: token)
        }
        state = .flipping(from: shown, to: buffer, token: token)
    }

    /// Brings changes in the front buffer to the screen, for drivers that copy it there.
    package func refresh(_ buffer: DumbBuffer, damage: [Clip]) throws(DRMError) -> Presentation {
        switch pipeline {
        case .atomic:
            try flip(buffer, damage: damage)
            return .pending
        case .legacy(let pipeline):
            try pipeline.dirty(buffer, damage)
            return .shown
        }
    }

    /// The card's descriptor. Call `handleEvents()` when it is readable.
    package var descriptor: Int32 { card.descriptor }

    /// Reads the card's events. Returns the completion of the pending flip if it is among them, and
    /// ignores completions of other flips.
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

    // MARK: Ending

    /// Switches the CRTC off until the next `setMode(_:)`. The screen goes to standby.
    package func switchOff() throws(DRMError) {
        if case .untouched = state { return }
        try pipeline.switchOff()
        state = .off
    }

    /// Leaves the CRTC alone from now on: it does not respond, and a blocking call would take
    /// seconds.
    package func abandon() {
        state = .untouched
    }

    /// Changes the CRTC as `ending` says. Does nothing if no mode was set.
    package func end() throws(DRMError) {
        let last = state
        if case .untouched = last { return }
        // The buffers must live until the CRTC shows something else.
        defer { withExtendedLifetime(last) {} }
        state = .untouched
        switch ending {
        case .restored: try restore()
        case .black: try pipeline.switchOff()
        case .kept:
            // Otherwise the kernel would switch the CRTC off.
            last.shown?.keepFramebuffer()
            if case .flipping(_, let buffer, _) = last { buffer.keepFramebuffer() }
        }
    }

    private func restore() throws(DRMError) {
        // An earlier process of ours left this picture. The console's appears when the card is
        // closed.
        guard !foundOurs else { return }
        do throws(DRMError) {
            switch pipeline {
            case _ where found.mode_valid == 0 || found.buffer_id == 0: try pipeline.switchOff()
            case .atomic(let pipeline): try pipeline.restore(found)
            case .legacy(let pipeline): try pipeline.restore(found)
            }
        } catch {
            // The picture or its mode may be gone. Then the CRTC is switched off when our last
            // buffer is removed, and the console takes over when the card is closed.
            if error.reason != .unsupported { throw error }
        }
    }
}
