/// A page flip that is over: the new buffer is on the screen, the old one free.
package struct FlipCompletion: Equatable {
    let crtcID: UInt32
    /// When the first pixel of the new picture was sent, on the monotonic clock.
    ///
    /// Drivers without vertical blanks say when the flip was done; `nil` if one says nothing.
    package let time: Duration?
    /// The number of the vertical blank; 0 from drivers without them.
    package let sequence: UInt32
}
