import Glibc

/// Memory for pixels. It is zero at first, and is freed when the object is deallocated.
///
/// Memory of large bitmaps is mapped separately, so that Linux can use pages of 2 MB. With pages of
/// 4096 bytes, the first drawing would cause a page fault for each.
final class PixelMemory {
    /// The start of the pixels, on a cache line.
    let start: UnsafeMutableRawPointer

    private let block: UnsafeMutableRawPointer
    /// The number of mapped bytes; 0 if the memory is from `calloc`.
    private let mappedByteCount: Int

    private static let largePage = 1 << 21

    init(byteCount: Int) {
        if byteCount >= Self.largePage {
            // The last page is also a large one if almost all of it is used.
            let pages = (byteCount + Self.largePage / 16) / Self.largePage
            mappedByteCount = max(byteCount, pages * Self.largePage)
            let room = mappedByteCount + Self.largePage
            guard
                let space = mmap(
                    nil, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                space != MAP_FAILED
            else { preconditionFailure("out of memory") }
            start = space.alignedUp(toMultipleOf: Self.largePage)
            block = start
            // Where large pages are the rule, one would reach into what is mapped around the
            // pixels.
            let before = start - space
            if before > 0 { munmap(space, before) }
            let end = (start + mappedByteCount).alignedUp(toMultipleOf: Int(getpagesize()))
            if end < space + room { munmap(end, space + room - end) }
            // If the kernel has no large pages, the call fails, which does no harm.
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
