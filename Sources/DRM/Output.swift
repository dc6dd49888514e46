import CDRM
import Glibc

/// A connector, the CRTC that feeds it, and the mode in which it does.
///
/// When the output is released, the screen becomes what `ending` says. A card has one output at a
/// time: its events go to whoever reads them.
package final class Output {
    package let card: Card
    package let connector: Connector
    package let mode: Mode

    /// Whether a flip has been asked for whose completion has not been read.
    package private(set) var isFlipPending = false
    /// Whether the driver wants to be told of changes to the buffer it is showing. True until it
    /// has denied it.
    package private(set) var needsDirty = true

    /// What becomes of the screen when the output is released.
    package var ending = Ending.restored

    private let crtcID: UInt32
    private let found: drmModeCrtc
    /// Whether what was found is what a process of ours left there.
    private let foundOurs: Bool
    private var hasSetMode = false
    // The kernel switches a CRTC off when its framebuffer is removed.
    private var shown: DumbBuffer?
    private var flipping: DumbBuffer?

    /// What becomes of the screen when nothing more is shown.
    package enum Ending: Equatable {
        /// The CRTC is put back as it was found: the console's picture, or none.
        case restored
        /// The last picture stays for as long as somebody has the card's descriptor open.
        case kept
        /// The CRTC is switched off. A console shows itself when the card is closed.
        case black
    }

    /// A rectangle of a buffer, in pixels.
    package struct Clip: Equatable {
        package var x, y, width, height: Int

        package init(x: Int, y: Int, width: Int, height: Int) {
            (self.x, self.y, self.width, self.height) = (x, y, width, height)
        }
    }

    /// Picks the CRTC for a connector and remembers how it was. Shows nothing yet.
    ///
    /// The mode is the one asked for, else the best; see `Connector.mode(asked:current:)`.
    package init(
        card: Card, connector: Connector, mode asked: Mode.Request? = nil
    ) throws(DRMError) {
        self.card = card
        self.connector = connector
        crtcID = try Self.pickCRTC(of: card, for: connector)
        guard let crtc = drmModeGetCrtc(card.descriptor, crtcID) else {
            throw DRMError(cannot: "read CRTC \(crtcID)", on: card.node, errno: errno)
        }
        defer { drmModeFreeCrtc(crtc) }
        found = crtc.pointee
        foundOurs = card.isLeftover(found.buffer_id)
        mode = try connector.mode(
            asked: asked, current: found.mode_valid != 0 ? Mode(info: found.mode) : nil)
    }

    deinit {
        // There is nobody left to tell; the console takes the card over when it is closed.
        try? end()
    }

    // MARK: Showing

    /// Shows a buffer in the output's mode, with whatever flicker that takes, and waits for it.
    ///
    /// Throws `.notMaster` while another program shows its picture, `.gone` if the card is.
    package func setMode(_ buffer: DumbBuffer) throws(DRMError) {
        var info = mode.info
        var connectorID = connector.id
        try card.check(
            drmModeSetCrtc(
                card.descriptor, crtcID, buffer.framebufferID, 0, 0, &connectorID, 1, &info),
            "set mode \(mode) of \(connector.name)")
        hasSetMode = true
        shown = buffer
        card.removeLeftovers()
        // The kernel has waited for a pending flip: its event is queued, and old.
        if isFlipPending { try discardFlips() }
    }

    /// Asks for a buffer to be shown from the next vertical blank on; `handleEvents()` says when
    /// it is. Only after `setMode(_:)`, and not while a flip is pending.
    ///
    /// Throws `.busy` if the kernel is not done with the last flip, `.unsupported` if the driver
    /// cannot flip.
    package func pageFlip(_ buffer: DumbBuffer) throws(DRMError) {
        precondition(hasSetMode, "no page is flipped before a mode is set")
        precondition(!isFlipPending, "no page is flipped while a flip is pending")
        try card.check(
            drmModePageFlip(
                card.descriptor, crtcID, buffer.framebufferID, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
                card.flipContext),
            "flip page")
        isFlipPending = true
        flipping = buffer
    }

    /// Tells the driver which parts of the buffer being shown have changed: some copy it to the
    /// screen only then. Drivers that need not be told are asked once.
    package func dirty(_ buffer: DumbBuffer, _ clips: [Clip]) throws(DRMError) {
        guard needsDirty, !clips.isEmpty else { return }
        var rectangles = clips.map { clip in
            drmModeClip(
                x1: UInt16(clamping: clip.x), y1: UInt16(clamping: clip.y),
                x2: UInt16(clamping: clip.x + clip.width),
                y2: UInt16(clamping: clip.y + clip.height))
        }
        // The kernel's limit; no rectangles mean the whole buffer.
        if rectangles.count > Int(DRM_MODE_FB_DIRTY_MAX_CLIPS) { rectangles = [] }
        let result = drmModeDirtyFB(
            card.descriptor, buffer.framebufferID, &rectangles, UInt32(rectangles.count))
        if result != 0, result == -ENOSYS || errno == ENOSYS {
            needsDirty = false
            return
        }
        try card.check(result, "show changes")
    }

    /// The card's descriptor: when it is readable, `handleEvents()` has something to read.
    package var descriptor: Int32 { card.descriptor }

    /// Reads the card's events. Returns the completion of the pending flip if it is among them.
    package func handleEvents() throws(DRMError) -> FlipCompletion? {
        let flips = try card.readFlips()
        guard isFlipPending, let flip = flips.last(where: { $0.crtcID == crtcID }) else {
            return nil
        }
        isFlipPending = false
        shown = flipping
        flipping = nil
        return flip
    }

    /// Does with the CRTC what `ending` says. Does nothing if no mode was set.
    package func end() throws(DRMError) {
        guard hasSetMode else { return }
        hasSetMode = false
        switch ending {
        case .restored: try restore()
        case .black: try switchOff()
        case .kept:
            // Without these the kernel would switch the CRTC off.
            shown?.outliveThis()
            flipping?.outliveThis()
        }
        if isFlipPending { try discardFlips() }
        (shown, flipping) = (nil, nil)
    }

    private func restore() throws(DRMError) {
        // What a process of ours left is no console's picture: that comes when the card is closed.
        guard !foundOurs else { return }
        guard found.mode_valid != 0, found.buffer_id != 0 else { return try switchOff() }
        var (info, connectorID) = (found.mode, connector.id)
        let result = drmModeSetCrtc(
            card.descriptor, crtcID, found.buffer_id, found.x, found.y, &connectorID, 1, &info)
        // Its owner may have removed the picture, or the monitor its mode: then the CRTC is
        // switched off with our last buffer, and the console has it when the card is closed.
        if ![0, -ENOENT, -EINVAL].contains(result) {
            try card.check(result, "restore \(connector.name)")
        }
    }

    private func switchOff() throws(DRMError) {
        try card.check(
            drmModeSetCrtc(card.descriptor, crtcID, 0, 0, 0, nil, 0, nil),
            "switch \(connector.name) off")
    }

    /// Forgets a pending flip and what has been heard of it.
    private func discardFlips() throws(DRMError) {
        isFlipPending = false
        flipping = nil
        _ = try card.readFlips()
    }

    // MARK: CRTC

    /// The CRTC that feeds the connector already, else one that feeds nothing, else any that can.
    private static func pickCRTC(
        of card: Card, for connector: Connector
    ) throws(DRMError) -> UInt32 {
        let candidates = try card.withResources { resources in
            let crtcs = UnsafeBufferPointer(
                start: resources.crtcs, count: Int(resources.count_crtcs))
            let encoders = UnsafeBufferPointer(
                start: resources.encoders, count: Int(resources.count_encoders)
            ).compactMap { Encoder($0, of: card) }
            let its = encoders.filter { connector.encoderIDs.contains($0.id) }
            let busy = Set(encoders.map(\.crtcID))
            let current = its.first { $0.id == connector.encoderID }.map(\.crtcID)
            let possible = crtcs.enumerated().filter { index, _ in
                its.contains { $0.possibleCRTCs & (1 << UInt32(index)) != 0 }
            }.map(\.element)
            let free = possible.filter { !busy.contains($0) }
            return [current].compactMap { $0 }.filter { $0 != 0 } + free + possible
        }
        guard let first = candidates.first else {
            throw DRMError(
                .nothingSuitable, "no CRTC on \(card.node) can feed \(connector.name)")
        }
        return first
    }

    /// What joins a connector to a CRTC.
    private struct Encoder {
        let id: UInt32
        /// The CRTC in use, 0 if none.
        let crtcID: UInt32
        /// A bit for each CRTC, in the order of the card's resources.
        let possibleCRTCs: UInt32

        init?(_ id: UInt32, of card: Card) {
            guard let encoder = drmModeGetEncoder(card.descriptor, id) else { return nil }
            defer { drmModeFreeEncoder(encoder) }
            self.id = id
            crtcID = encoder.pointee.crtc_id
            possibleCRTCs = encoder.pointee.possible_crtcs
        }
    }
}
