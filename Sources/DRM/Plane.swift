import CDRM

/// A source of pixels for a CRTC: its main picture, a cursor or an overlay.
struct Plane {
    let id: UInt32
    /// A bit for each CRTC, by its index.
    let possibleCRTCs: UInt32
    /// The CRTC that shows it; 0 for none.
    let crtcID: UInt32
    /// The codes of the supported formats.
    let formats: [UInt32]
    let isPrimary: Bool
    let properties: ObjectProperties

    /// Whether the hardware supports a rotation, by the plane's property.
    func canRotate(by rotation: Rotation) -> Bool {
        let bit = UInt64(rotation.planeValue.trailingZeroBitCount)
        return properties["rotation"]?.values.values.contains(bit) ?? false
    }

    /// The primary plane of a CRTC: the one it shows, otherwise the free one that fits the fewest
    /// CRTCs.
    static func primary(among planes: [Plane], of crtc: CRTC) -> Plane? {
        let possible = planes.filter {
            $0.isPrimary && $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0
        }
        return possible.first { $0.crtcID == crtc.id }
            ?? possible.filter { $0.crtcID == 0 }
            .min { $0.possibleCRTCs.nonzeroBitCount < $1.possibleCRTCs.nonzeroBitCount }
    }
}

extension Card {
    /// All planes; none if the kernel only lists overlays.
    func planes() -> [Plane] {
        guard let list = drmModeGetPlaneResources(descriptor) else { return [] }
        defer { drmModeFreePlaneResources(list) }
        let ids = UnsafeBufferPointer(
            start: list.pointee.planes, count: Int(list.pointee.count_planes))
        return ids.compactMap { id in
            guard let plane = drmModeGetPlane(descriptor, id) else { return nil }
            defer { drmModeFreePlane(plane) }
            let properties = ObjectProperties(of: id, DRM_MODE_OBJECT_PLANE, on: self)
            return Plane(
                id: id, possibleCRTCs: plane.pointee.possible_crtcs,
                crtcID: plane.pointee.crtc_id,
                formats: Array(
                    UnsafeBufferPointer(
                        start: plane.pointee.formats, count: Int(plane.pointee.count_formats))),
                isPrimary: properties["type"]?.value == UInt64(DRM_PLANE_TYPE_PRIMARY),
                properties: properties)
        }
    }
}
