import Drawing

/// The buffers of a display, which are shown in turn.
///
/// Each buffer has a *stale* region: the pixels that were drawn only into other buffers.
struct ScanoutBuffers {
    private var buffers: [Buffer]
    /// The index of the buffer being shown.
    private(set) var front = 0

    private struct Buffer {
        let pixels: ScanoutPixels
        /// The pixels that are not up to date.
        var stale: Region
        /// The pixels that were written since the buffer was last shown.
        var unflushed = Region()
    }

    /// Starts with at least one buffer, all of one size and all stale.
    init(_ buffers: [ScanoutPixels]) {
        precondition(!buffers.isEmpty, "a display needs a buffer")
        self.buffers = buffers.map { Buffer(pixels: $0, stale: Region($0.bounds)) }
    }

    var count: Int { buffers.count }

    /// The index of the buffer for the next picture: the front one if it is the only one.
    var back: Int { (front + 1) % buffers.count }

    /// Notes the region in which the next picture differs.
    mutating func damage(_ region: Region) {
        for index in buffers.indices { buffers[index].stale.formUnion(region) }
    }

    /// Copies a buffer's stale region from a picture that includes all damage so far.
    mutating func repair(_ index: Int, from picture: Bitmap) {
        buffers[index].pixels.copy(buffers[index].stale, of: picture)
        drawn(index)
    }

    /// Copies the part of a buffer's stale region outside the damage from the picture being shown.
    /// The caller then draws the damage.
    mutating func complete(_ index: Int, besides damage: Region, from picture: Bitmap) {
        buffers[index].pixels.copy(buffers[index].stale.subtracting(damage), of: picture)
    }

    /// Notes that a completed buffer was drawn into: nothing is stale.
    mutating func drawn(_ index: Int) {
        buffers[index].unflushed.formUnion(buffers[index].stale)
        buffers[index].stale = Region()
    }

    /// The region to copy for a driver that shows a buffer by copying it to the screen.
    ///
    /// It can be larger than the difference from the picture being shown: such a driver may keep
    /// its own copy of each buffer, which is stale where the buffer was.
    func changes(in index: Int) -> Region { buffers[index].unflushed }

    /// Notes that a buffer is being shown.
    mutating func show(_ index: Int) {
        front = index
        buffers[index].unflushed = Region()
    }

    /// Drops all buffers but the one being shown.
    mutating func keepFront() {
        buffers = [buffers[front]]
        front = 0
    }
}
