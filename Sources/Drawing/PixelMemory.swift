import Glibc

/// Memory for pixels: zero at first, and given back when nobody holds it any more.
///
/// That of whole pictures is mapped by itself, where Linux can give it 2 MB at once: whoever draws into
/// it first would else be interrupted for every 4096 bytes.
final class PixelMemory {
    /// Where the pixels begin, on a cache line.
    let start: UnsafeMutableRawPointer

    private let block: UnsafeMutableRawPointer
    /// How much is mapped; 0 if the allocator has the memory.
    private let mappedByteCount: Int

    private static let largePage = 1 << 21

    init(byteCount: Int) {
        if byteCount >= Self.largePage {
            mappedByteCount = byteCount + Self.largePage
            guard
                let block = mmap(
                    nil, mappedByteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
                    0), block != MAP_FAILED
            else { preconditionFailure("out of memory") }
            self.block = block
            start = block.alignedUp(toMultipleOf: Self.largePage)
            // A last page that would be used almost to its end is worth being large, too.
            let pages = (byteCount + Self.largePage / 16) / Self.largePage
            // A kernel without large pages has small ones.
            madvise(start, pages * Self.largePage, MADV_HUGEPAGE)
        } else {
            mappedByteCount = 0
            guard let block = calloc(byteCount + 63, 1) else {
                preconditionFailure("out of memory")
            }
            self.block = block
            start = block.alignedUp(toMultipleOf: 64)
        }
    }

    deinit {
        if mappedByteCount > 0 { munmap(block, mappedByteCount) } else { free(block) }
    }
}
