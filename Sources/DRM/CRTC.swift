import CDRM
import Glibc

/// A CRTC: it turns pixels into a signal for one or more connectors.
struct CRTC {
    let id: UInt32
    /// Its index in the card's resources, which is its bit in masks of CRTCs.
    let index: Int

    /// The CRTC that already feeds a connector, or else an unused one, or else any that can feed
    /// it.
    static func pick(of card: Card, for connector: Connector) throws(DRMError) -> CRTC {
        let candidates = try card.withResources { resources in
            let crtcs = UnsafeBufferPointer(
                start: resources.crtcs, count: Int(resources.count_crtcs)
            ).enumerated().map { CRTC(id: $1, index: $0) }
            let encoders = UnsafeBufferPointer(
                start: resources.encoders, count: Int(resources.count_encoders)
            ).compactMap { Encoder($0, of: card) }
            let its = encoders.filter { connector.encoderIDs.contains($0.id) }
            let busy = Set(encoders.map(\.crtcID))
            let current = its.first { $0.id == connector.encoderID }.map(\.crtcID)
            let possible = crtcs.filter { crtc in
                its.contains { $0.possibleCRTCs & (1 << UInt32(crtc.index)) != 0 }
            }
            return crtcs.filter { $0.id == current } + possible.filter { !busy.contains($0.id) }
                + possible
        }
        guard let first = candidates.first else {
            throw DRMError(
                .nothingSuitable, "no CRTC on \(card.node) can feed \(connector.name)")
        }
        return first
    }

    /// Connects a connector to a CRTC.
    private struct Encoder {
        let id: UInt32
        /// The current CRTC; 0 for none.
        let crtcID: UInt32
        /// A bit for each CRTC, by its index.
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
