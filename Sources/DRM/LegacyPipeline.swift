import CDRM
import Glibc

/// Drives a connector and its CRTC by the legacy calls, which came before atomic commits.
final class LegacyPipeline {
    /// Whether the driver needs DIRTYFB calls after changes to the front buffer. True until it has
    /// rejected one.
    private(set) var needsDirty = true

    private let card: Card
    private let connector: Connector
    private let crtc: CRTC
    private let plane: Plane?
    private let cleans: Bool

    /// - Parameters:
    ///   - plane: The CRTC's primary plane; `nil` if the kernel does not list it.
    ///   - cleans: Whether to remove leftovers of the last master.
    init(card: Card, connector: Connector, crtc: CRTC, plane: Plane?, cleans: Bool) {
        self.card = card
        self.connector = connector
        self.crtc = crtc
        self.plane = plane
        self.cleans = cleans
    }

    /// Shows a buffer in a mode; the screen may flicker. Blocks.
    func setMode(_ mode: Mode, _ buffer: DumbBuffer) throws(DRMError) {
        if cleans { clean() }
        try set(mode, buffer.framebufferID, x: 0, y: 0, "set mode \(mode) of \(connector.name)")
    }

    /// Shows a buffer from the next vertical blank on, and requests an event.
    func flip(_ buffer: DumbBuffer, token: UInt) throws(DRMError) {
        try card.check(
            drmModePageFlip(
                card.descriptor, crtc.id, buffer.framebufferID, UInt32(DRM_MODE_PAGE_FLIP_EVENT),
                UnsafeMutableRawPointer(bitPattern: token)),
            "flip page")
    }

    /// Reports changes in the front buffer. Some drivers copy it to the screen only then, which
    /// blocks. Drivers that do not need this are called only once.
    func dirty(_ buffer: DumbBuffer, _ clips: [Clip]) throws(DRMError) {
        guard needsDirty else { return }
        var rectangles = Clip.merged(
            clips, limit: Int(DRM_MODE_FB_DIRTY_MAX_CLIPS), width: buffer.width,
            height: buffer.height
        ).map {
            drmModeClip(
                x1: UInt16(clamping: $0.x), y1: UInt16(clamping: $0.y),
                x2: UInt16(clamping: $0.maxX), y2: UInt16(clamping: $0.maxY))
        }
        // An empty list would mean the whole buffer.
        guard !rectangles.isEmpty else { return }
        let result = drmModeDirtyFB(
            card.descriptor, buffer.framebufferID, &rectangles, UInt32(rectangles.count))
        if result != 0, result == -ENOSYS || errno == ENOSYS {
            needsDirty = false
            return
        }
        try card.check(result, "show changes")
    }

    /// Restores the CRTC to the state in which it was found. Blocks.
    func restore(_ found: drmModeCrtc) throws(DRMError) {
        try set(
            Mode(info: found.mode), found.buffer_id, x: found.x, y: found.y,
            "restore \(connector.name)")
    }

    /// Switches the CRTC and its connector off. Blocks.
    func switchOff() throws(DRMError) {
        try card.check(
            drmModeSetCrtc(card.descriptor, crtc.id, 0, 0, 0, nil, 0, nil),
            "switch \(connector.name) off")
    }

    private func set(
        _ mode: Mode, _ framebufferID: UInt32, x: UInt32, y: UInt32, _ operation: String
    ) throws(DRMError) {
        var (info, connectorID) = (mode.info, connector.id)
        try card.check(
            drmModeSetCrtc(
                card.descriptor, crtc.id, framebufferID, x, y, &connectorID, 1, &info), operation)
    }

    /// Removes other planes from the CRTC, and resets its colours and rotation.
    ///
    /// Drivers that lack a property reject the call; that is harmless.
    private func clean() {
        for other in card.planes() where other.id != plane?.id && other.crtcID == crtc.id {
            drmModeSetPlane(card.descriptor, other.id, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        }
        drmModeSetCursor(card.descriptor, crtc.id, 0, 0, 0)
        if let plane, let turned = plane.properties["rotation"], !turned.isImmutable {
            drmModeObjectSetProperty(
                card.descriptor, plane.id, DRM_MODE_OBJECT_PLANE, turned.id,
                Rotation.none.planeValue)
        }
        let crtcProperties = ObjectProperties(of: crtc.id, DRM_MODE_OBJECT_CRTC, on: card)
        for name in ["CTM", "DEGAMMA_LUT"] {
            guard let property = crtcProperties[name], !property.isImmutable else { continue }
            drmModeObjectSetProperty(
                card.descriptor, crtc.id, DRM_MODE_OBJECT_CRTC, property.id, 0)
        }
        makeGammaLinear()
    }

    private func makeGammaLinear() {
        guard let state = drmModeGetCrtc(card.descriptor, crtc.id) else { return }
        let size = Int(state.pointee.gamma_size)
        drmModeFreeCrtc(state)
        guard size > 1 else { return }
        var ramp = (0..<size).map { UInt16($0 * 0xFFFF / (size - 1)) }
        var (green, blue) = (ramp, ramp)
        drmModeCrtcSetGamma(
            card.descriptor, crtc.id, UInt32(size), &ramp, &green, &blue)
    }
}
