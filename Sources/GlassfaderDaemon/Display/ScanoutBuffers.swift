import Drawing

/// The buffers of a display, which are shown in turn.
///
/// Each lacks what was drawn while others were written: its *stale* region.
struct ScanoutBuffers {
    private var buffers: [Buffer]
    /// The index of the buffer being shown.
    private(set) var front = 0

    private struct Buffer {
        let pixels: ScanoutPixels
        /// The pixels that it lacks.
        var stale: Region
        /// The pixels that have been written since it was last shown.
        var unflushed = Region()
    }

    /// One buffer or more of one size, which hold nothing yet.
    init(_ buffers: [ScanoutPixels]) {
        precondition(!buffers.isEmpty, "a display without buffers")
        self.buffers = buffers.map { Buffer(pixels: $0, stale: Region($0.bounds)) }
    }

    var count: Int { buffers.count }

    /// The index of the buffer to write the next picture to: the one being shown if it is the only
    /// one.
    var back: Int { (front + 1) % buffers.count }

    /// Notes what a new picture differs in from the one before.
    mutating func damage(_ region: Region) {
        for index in buffers.indices { buffers[index].stale.formUnion(region) }
    }

    /// Copies what a buffer lacks from the picture that all damage so far has led to.
    mutating func repair(_ index: Int, from picture: Bitmap) {
        buffers[index].pixels.copy(buffers[index].stale, of: picture)
        drawn(index)
    }

    /// Copies what a buffer that is about to be drawn into lacks besides, from the picture being
    /// shown.
    mutating func complete(_ index: Int, besides damage: Region, from picture: Bitmap) {
        buffers[index].pixels.copy(buffers[index].stale.subtracting(damage), of: picture)
    }

    /// Notes that a buffer that was completed has been drawn into: it lacks nothing.
    mutating func drawn(_ index: Int) {
        buffers[index].unflushed.formUnion(buffers[index].stale)
        buffers[index].stale = Region()
    }

    /// What a driver that copies pictures to the screen must copy for a buffer to be seen right.
    ///
    /// That is more than what differs from the picture being shown: such a driver may have a copy of
    /// each buffer, which lacks what the buffer lacked.
    func changes(in index: Int) -> Region { buffers[index].unflushed }

    /// Notes that a buffer is being shown.
    mutating func show(_ index: Int) {
        front = index
        buffers[index].unflushed = Region()
    }

    /// Goes on with the buffer that is being shown alone.
    mutating func keepFront() {
        buffers = [buffers[front]]
        front = 0
    }
}
