import CDRM

/// A page flip that is over: the new buffer is on the screen, the old one free.
package struct FlipCompletion: Equatable {
    /// What was handed to the kernel with the flip.
    let token: UInt
    /// When the first pixel of the new picture was sent, on the monotonic clock.
    ///
    /// Drivers without vertical blanks say when the flip was done; `nil` if one says nothing.
    package let time: Duration?
    /// The number of the vertical blank; 0 from drivers without them.
    package let sequence: UInt32

    /// The flips among the events that a card's descriptor gave, in their order.
    ///
    /// What is no flip's, or not whole, is passed over.
    static func all(in events: UnsafeRawBufferPointer) -> [FlipCompletion] {
        var flips: [FlipCompletion] = []
        var start = 0
        while start + MemoryLayout<drm_event>.size <= events.count {
            let event = events.loadUnaligned(fromByteOffset: start, as: drm_event.self)
            // A length that makes no sense: nothing behind it can be found.
            guard event.length >= MemoryLayout<drm_event>.size,
                start + Int(event.length) <= events.count
            else { break }
            if event.type == UInt32(DRM_EVENT_FLIP_COMPLETE),
                event.length >= MemoryLayout<drm_event_vblank>.size
            {
                flips.append(
                    FlipCompletion(
                        events.loadUnaligned(fromByteOffset: start, as: drm_event_vblank.self)))
            }
            start += Int(event.length)
        }
        return flips
    }

    private init(_ event: drm_event_vblank) {
        token = UInt(truncatingIfNeeded: event.user_data)
        let time = Duration.seconds(event.tv_sec) + .microseconds(event.tv_usec)
        self.time = time > .zero ? time : nil
        sequence = event.sequence
    }
}
