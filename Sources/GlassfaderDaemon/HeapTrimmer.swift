import CHeap
import EventLoop
import Files
import Glibc

/// Returns unused memory of the heap and of the stack to the kernel: after the start, and some time
/// after much of it may have been freed by a smaller panel file, or a flood of requests.
final class HeapTrimmer {
    /// How long after the last work to return memory.
    private static let delay = Duration.seconds(1)
    /// How much the unused memory must have grown since the last time, in bytes.
    private static let worthwhile = 512 << 10
    /// Larger allocations get a mapping of their own, which free() returns at once. In bytes.
    private static let ownPages: Int32 = 256 << 10
    /// The threshold used instead until memory is returned for the first time. The first drawing
    /// allocates and frees much memory repeatedly: the kernel would have to clear returned memory
    /// each time.
    private static let ownPagesAtFirst: Int32 = 8 << 20

    private let isBusy: () -> Bool
    private var hasWork = false
    private var timer: EventSource?
    /// The smallest amount of resident memory beyond the heap in use since memory was last
    /// returned: the code, and memory that the heap could not return.
    private var least = Int.max

    /// Watches the heap. Returns no memory while `isBusy`, for example under a finger.
    init(loop: EventLoop, isBusy: @escaping () -> Bool) throws {
        self.isBusy = isBusy
        Self.giveOwnPages(above: Self.ownPagesAtFirst)
        timer = try loop.timer(at: nil, accuracy: .milliseconds(250)) { [unowned self] now in
            if self.isBusy() { try timer?.fire(at: now + Self.delay) } else { trim() }
        }
    }

    /// Notes that memory may have been freed: by a reload, a deleted scene or a changed style.
    func noteWork() { hasWork = true }

    /// Starts the timer if memory may have been freed. Moving values alone never starts it.
    func update(at time: Duration) throws {
        guard hasWork, timer?.isArmed == false else { return }
        hasWork = false
        try timer?.fire(at: time + Self.delay)
    }

    /// Returns unused memory, if there is much more than after the last time.
    func trim() {
        let unused = Self.unusedSize
        guard least == .max || unused > least + Self.worthwhile else {
            least = min(least, unused)
            return
        }
        Self.giveOwnPages(above: Self.ownPages)
        malloc_trim(0)
        Self.trimStack()
        least = Self.unusedSize
    }

    private static func giveOwnPages(above size: Int32) {
        mallopt(M_MMAP_THRESHOLD, size)
        mallopt(M_TRIM_THRESHOLD, size)
    }

    /// Returns the unused part of the stack. Reading a panel file and the first drawing need more
    /// stack than anything later.
    private static func trimStack() {
        // Below the stacks of other threads there may be other memory.
        guard gettid() == getpid() else { return }
        withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) { here in
            let page = Int(getpagesize())
            // The functions that are called here need some of the stack.
            guard let end = here.baseAddress?.alignedDown(toMultipleOf: page).advanced(by: -page)
            else { return }
            madvise(end - deepestStack, deepestStack, MADV_DONTNEED)
        }
    }

    /// How far below the stack in use earlier calls may have reached, in bytes.
    private static let deepestStack = 1 << 20

    /// The resident memory beyond the heap in use, in bytes.
    private static var unusedSize: Int {
        let heap = mallinfo2()
        return residentSize - Int(heap.uordblks) - Int(heap.hblkhd)
    }

    /// The resident memory in bytes; 0 if `/proc` is not readable.
    private static var residentSize: Int {
        guard let file = try? RegularFile("/proc/self/statm", atMost: 256) else { return 0 }
        // The fields are: total pages, resident pages.
        let numbers = String(decoding: file.bytes, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * Int(getpagesize()) : 0
    }
}
