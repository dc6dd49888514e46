import CDRM
import Glibc

/// Drives a connector, its CRTC and the CRTC's primary plane by atomic commits.
///
/// See "Atomic Mode Setting" in `Documentation/gpu/drm-kms.rst` in the Linux source.
final class AtomicPipeline {
    private let card: Card
    private let connector: Connector
    private let crtc: CRTC
    private let plane: Plane
    private let rotation: Rotation
    /// The optional features in use. Those that the driver has rejected are not included.
    private let extras: Attempt.Extras
    private let connectorProperties: ObjectProperties
    private let crtcProperties: ObjectProperties
    private let required: Required

    /// The most damage rectangles that `drm_mode.h` recommends.
    private static let mostClips = 16

    /// The properties that every atomic driver has.
    private struct Required {
        typealias Property = ObjectProperties.Property

        let connectorCRTC, mode, isActive: Property
        let framebuffer, planeCRTC: Property
        /// The rectangle of the framebuffer to show: x, y, width and height in 1/65536 pixels; and
        /// its rectangle on the CRTC.
        let source, destination: [Property]

        init?(_ connector: ObjectProperties, _ crtc: ObjectProperties, _ plane: ObjectProperties) {
            let sides = ["X", "Y", "W", "H"]
            guard let connectorCRTC = connector["CRTC_ID"], let mode = crtc["MODE_ID"],
                let isActive = crtc["ACTIVE"], let framebuffer = plane["FB_ID"],
                let planeCRTC = plane["CRTC_ID"]
            else { return nil }
            (self.connectorCRTC, self.mode, self.isActive) = (connectorCRTC, mode, isActive)
            (self.framebuffer, self.planeCRTC) = (framebuffer, planeCRTC)
            source = sides.compactMap { plane["SRC_\($0)"] }
            destination = sides.compactMap { plane["CRTC_\($0)"] }
            guard source.count == 4, destination.count == 4 else { return nil }
        }
    }

    /// Reads the properties. Throws `.unsupported` if a required one is missing.
    init(
        card: Card, connector: Connector, crtc: CRTC, plane: Plane, rotation: Rotation,
        extras: Attempt.Extras
    ) throws(DRMError) {
        self.card = card
        self.connector = connector
        self.crtc = crtc
        self.plane = plane
        self.rotation = extras.contains(.rotation) ? rotation : .none
        self.extras = extras
        connectorProperties = ObjectProperties(
            of: connector.id, DRM_MODE_OBJECT_CONNECTOR, on: card)
        crtcProperties = ObjectProperties(of: crtc.id, DRM_MODE_OBJECT_CRTC, on: card)
        guard let required = Required(connectorProperties, crtcProperties, plane.properties) else {
            throw DRMError(
                .unsupported,
                "\(card.node) lacks properties for atomic commits to \(connector.name)")
        }
        self.required = required
    }

    // MARK: Showing

    /// Tests whether the driver would show a buffer in a mode. Changes nothing.
    func test(_ mode: Mode, _ buffer: DumbBuffer) throws(DRMError) {
        var request = try request(for: mode, buffer)
        let all = Clip(x: 0, y: 0, width: buffer.width, height: buffer.height)
        try setDamage([all], of: buffer, in: &request)
        try request.commit(
            flags: DRM_MODE_ATOMIC_TEST_ONLY | DRM_MODE_ATOMIC_ALLOW_MODESET,
            "test mode \(mode) of \(connector.name)")
    }

    /// Shows a buffer in a mode, whatever was shown before, and requests an event.
    ///
    /// If the mode is already set, the picture changes without a flicker.
    func setMode(_ mode: Mode, _ buffer: DumbBuffer, token: UInt) throws(DRMError) {
        let request = try request(for: mode, buffer)
        let flags = DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT
        do throws(DRMError) {
            try request.commit(flags: flags, token: token, "show a picture")
        } catch {
            guard error.reason == .unsupported else { throw error }
            try request.commit(
                flags: flags | DRM_MODE_ATOMIC_ALLOW_MODESET, token: token,
                "set mode \(mode) of \(connector.name)")
        }
    }

    /// Shows a buffer from the next vertical blank on, and requests an event.
    ///
    /// - Parameter damage: What has changed in the buffer since it was last shown.
    func flip(_ buffer: DumbBuffer, damage: [Clip], token: UInt) throws(DRMError) {
        var request = AtomicRequest(on: card)
        request.set(required.framebuffer, of: plane.id, to: UInt64(buffer.framebufferID))
        try setDamage(damage, of: buffer, in: &request)
        try request.commit(
            flags: DRM_MODE_ATOMIC_NONBLOCK | DRM_MODE_PAGE_FLIP_EVENT, token: token, "flip page")
    }

    /// Restores the CRTC to the state in which it was found. Blocks.
    func restore(_ found: drmModeCrtc) throws(DRMError) {
        let mode = Mode(info: found.mode)
        var request = AtomicRequest(on: card)
        try setMode(mode, in: &request)
        let clip = Clip(x: Int(found.x), y: Int(found.y), width: mode.width, height: mode.height)
        setFramebuffer(found.buffer_id, showing: clip, in: mode, in: request)
        if let turned = plane.properties["rotation"], !turned.isImmutable {
            request.set(turned, of: plane.id, to: turned.value)
        }
        try request.commit(
            flags: DRM_MODE_ATOMIC_ALLOW_MODESET, "restore \(connector.name)")
    }

    /// Switches the CRTC and its connector off. Blocks.
    func switchOff() throws(DRMError) {
        let request = AtomicRequest(on: card)
        request.set(required.isActive, of: crtc.id, to: 0)
        request.set(required.mode, of: crtc.id, to: 0)
        request.set(required.connectorCRTC, of: connector.id, to: 0)
        request.set(required.framebuffer, of: plane.id, to: 0)
        request.set(required.planeCRTC, of: plane.id, to: 0)
        try request.commit(
            flags: DRM_MODE_ATOMIC_ALLOW_MODESET, "switch \(connector.name) off")
    }

    // MARK: Requests

    /// A complete request for a picture, for any state that the last master has left.
    private func request(
        for mode: Mode, _ buffer: DumbBuffer
    ) throws(DRMError) -> AtomicRequest {
        var request = AtomicRequest(on: card)
        try setMode(mode, in: &request)
        setFramebuffer(
            buffer.framebufferID,
            showing: Clip(x: 0, y: 0, width: buffer.width, height: buffer.height), in: mode,
            in: request)
        if let turned = plane.properties["rotation"], !turned.isImmutable,
            extras.contains(.rotation) || extras.contains(.cleaning)
        {
            request.set(turned, of: plane.id, to: rotation.planeValue)
        }
        if extras.contains(.cleaning) { clean(request) }
        return request
    }

    private func setMode(_ mode: Mode, in request: inout AtomicRequest) throws(DRMError) {
        for other in try card.connectorIDs() where other != connector.id {
            let properties = ObjectProperties(of: other, DRM_MODE_OBJECT_CONNECTOR, on: card)
            if let its = properties["CRTC_ID"], its.value == UInt64(crtc.id) {
                request.set(its, of: other, to: 0)
            }
        }
        request.set(required.connectorCRTC, of: connector.id, to: UInt64(crtc.id))
        // GOOD is the only value that can be set. After BAD it makes the driver train the link
        // again, perhaps for a mode with less bandwidth.
        if let status = connectorProperties["link-status"], !status.isImmutable {
            request.set(status, of: connector.id, to: UInt64(DRM_MODE_LINK_STATUS_GOOD))
        }
        try request.set(required.mode, of: crtc.id, to: [mode.info])
        request.set(required.isActive, of: crtc.id, to: 1)
    }

    private func setFramebuffer(
        _ id: UInt32, showing clip: Clip, in mode: Mode, in request: borrowing AtomicRequest
    ) {
        request.set(required.framebuffer, of: plane.id, to: UInt64(id))
        request.set(required.planeCRTC, of: plane.id, to: UInt64(crtc.id))
        let source = [clip.x, clip.y, clip.width, clip.height]
        for (property, value) in zip(required.source, source) {
            request.set(property, of: plane.id, to: UInt64(value) << 16)
        }
        for (property, value) in zip(required.destination, [0, 0, mode.width, mode.height]) {
            request.set(property, of: plane.id, to: UInt64(value))
        }
    }

    /// Removes other planes from the CRTC, and resets what changes its colours.
    private func clean(_ request: borrowing AtomicRequest) {
        for other in card.planes() where other.id != plane.id && other.crtcID == crtc.id {
            guard let framebuffer = other.properties["FB_ID"],
                let its = other.properties["CRTC_ID"]
            else { continue }
            request.set(framebuffer, of: other.id, to: 0)
            request.set(its, of: other.id, to: 0)
        }
        for name in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM", "VRR_ENABLED"] {
            if let property = crtcProperties[name], !property.isImmutable {
                request.set(property, of: crtc.id, to: 0)
            }
        }
        if let alpha = plane.properties["alpha"], !alpha.isImmutable {
            request.set(alpha, of: plane.id, to: 0xFFFF)
        }
    }

    private func setDamage(
        _ clips: [Clip], of buffer: DumbBuffer, in request: inout AtomicRequest
    ) throws(DRMError) {
        guard extras.contains(.damage), let property = plane.properties["FB_DAMAGE_CLIPS"] else {
            return
        }
        let rects = Clip.merged(
            clips, limit: Self.mostClips, width: buffer.width, height: buffer.height
        ).map {
            drm_mode_rect(x1: Int32($0.x), y1: Int32($0.y), x2: Int32($0.maxX), y2: Int32($0.maxY))
        }
        // An empty list would mean the whole buffer.
        guard !rects.isEmpty else { return }
        try request.set(property, of: plane.id, to: rects)
    }
}
