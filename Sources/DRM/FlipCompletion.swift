import CDRM

/// A completed page flip: the new buffer is on the screen, and the old one is free.
package struct FlipCompletion: Equatable {
    /// The token of the flip.
    let token: UInt
    /// When the first pixel of the new picture was scanned out, on the monotonic clock.
    ///
    /// Drivers without vertical blanks report when the flip was done. `nil` if the driver reports
    /// no time.
    package let time: Duration?
    /// The number of the vertical blank; 0 from drivers without vertical blanks.
    package let sequence: UInt32

    /// The flips among the events that were read from a card's descriptor, in order.
    ///
    /// Other and incomplete events are skipped.
    static func all(in events: UnsafeRawBufferPointer) -> [FlipCompletion] {
        var flips: [FlipCompletion] = []
        var start = 0
        while start + MemoryLayout<drm_event>.size <= events.count {
            let event = events.loadUnaligned(fromByteOffset: start, as: drm_event.self)
            // After an invalid length the next event cannot be found.
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
