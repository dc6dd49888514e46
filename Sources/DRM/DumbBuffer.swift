import CDRM
import Glibc

/// A buffer that a card can show: memory that is mapped for writing, and its framebuffer.
///
/// The mapping is usually uncached: write whole rows, and read only if `readSpeed()` is high.
package final class DumbBuffer {
    package let width: Int
    package let height: Int
    package let format: FramebufferFormat
    /// Bytes from one row to the next, as the driver chose them: often more than the pixels need.
    package let pitch: Int
    /// The mapping: at least `pitch` × `height` bytes.
    package let memory: UnsafeMutableRawBufferPointer

    let framebufferID: UInt32
    private let card: Card
    private let handle: UInt32
    private var isKept = false

    /// Makes a black buffer. Throws `.outOfMemory` if video memory is exhausted.
    package init(
        on card: Card, width: Int, height: Int, format: FramebufferFormat = .xrgb8888
    ) throws(DRMError) {
        guard let width32 = UInt32(exactly: width), let height32 = UInt32(exactly: height),
            width > 0, height > 0
        else { preconditionFailure("a buffer of \(width)×\(height) pixels") }
        self.card = card
        self.width = width
        self.height = height
        self.format = format

        var (handle, pitch, size): (UInt32, UInt32, UInt64) = (0, 0, 0)
        try card.check(
            drmModeCreateDumbBuffer(
                card.descriptor, width32, height32, UInt32(format.bytesPerPixel * 8), 0, &handle,
                &pitch, &size),
            "create a \(width)x\(height) buffer of \(format.rawValue)")
        self.handle = handle
        self.pitch = Int(pitch)

        let framebuffer: UInt32
        do throws(DRMError) {
            framebuffer = try Self.addFramebuffer(
                card, handle, width32, height32, pitch, format)
        } catch {
            drmModeDestroyDumbBuffer(card.descriptor, handle)
            throw error
        }
        framebufferID = framebuffer

        do throws(DRMError) {
            memory = try Self.map(card, handle, Int(size))
        } catch {
            drmModeRmFB(card.descriptor, framebuffer)
            drmModeDestroyDumbBuffer(card.descriptor, handle)
            throw error
        }
    }

    /// Measures for a millisecond how fast the processor reads from the mapping, in bytes a second.
    ///
    /// Reading uncached memory is about seventy times slower than writing it.
    package func readSpeed() -> Double {
        var copy = [UInt8](repeating: 0, count: 4096)
        let start = Self.nanoseconds
        var (offset, count, passed) = (0, 0, 0)
        repeat {
            let length = min(copy.count, memory.count - offset)
            copy.withUnsafeMutableBytes {
                $0.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: memory[offset..<offset + length]))
            }
            count += length
            offset = offset + length < memory.count ? offset + length : 0
            passed = Self.nanoseconds - start
        } while passed < 1_000_000
        return Double(count) / Double(passed) * 1e9
    }

    private static var nanoseconds: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// Keeps the framebuffer after this buffer is released, until the card is closed.
    func keepFramebuffer() {
        isKept = true
    }

    deinit {
        munmap(memory.baseAddress, memory.count)
        guard !isKept else { return }
        drmModeRmFB(card.descriptor, framebufferID)
        drmModeDestroyDumbBuffer(card.descriptor, handle)
    }

    private static func addFramebuffer(
        _ card: Card, _ handle: UInt32, _ width: UInt32, _ height: UInt32, _ pitch: UInt32,
        _ format: FramebufferFormat
    ) throws(DRMError) -> UInt32 {
        var id: UInt32 = 0
        let (handles, pitches, offsets): ([UInt32], [UInt32], [UInt32]) = (
            [handle, 0, 0, 0], [pitch, 0, 0, 0], [0, 0, 0, 0]
        )
        try card.check(
            drmModeAddFB2(
                card.descriptor, width, height, format.code, handles, pitches, offsets, &id, 0),
            "make a \(width)x\(height) framebuffer of \(format.rawValue)")
        return id
    }

    private static func map(
        _ card: Card, _ handle: UInt32, _ size: Int
    ) throws(DRMError) -> UnsafeMutableRawBufferPointer {
        var offset: UInt64 = 0
        try card.check(
            drmModeMapDumbBuffer(card.descriptor, handle, &offset), "prepare mapping a buffer")
        let start = mmap(
            nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, card.descriptor, off_t(offset))
        guard let start, start != MAP_FAILED else {
            throw DRMError(cannot: "map a buffer", on: card.node, errno: errno)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }
}
