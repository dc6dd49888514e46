import CHeap
import EventLoop
import Files
import Glibc

/// Gives the memory back that the heap has kept for later, a while after there has been much to do:
/// a panel that was large once, or a flood of requests, does not cost the machine memory for ever.
final class SpareMemory {
    /// How long after the work.
    private static let delay = Duration.seconds(1)
    /// How much more memory that nobody uses there must be than after the last time, in bytes.
    private static let worthwhile = 512 << 10
    /// What is larger has its own pages, and goes back as soon as it is freed.
    private static let ownPages: Int32 = 256 << 10

    private let isBusy: () -> Bool
    private var hasWork = false
    private var timer: EventSource?
    /// How much memory the process had beyond what is in use when some was given back last, or less
    /// since: its code, and what the heap could not give back.
    private var least = Int.max

    /// Looks after the heap. While `isBusy`, as under a finger, nothing is given back.
    init(loop: EventLoop, isBusy: @escaping () -> Bool) throws {
        self.isBusy = isBusy
        mallopt(M_MMAP_THRESHOLD, Self.ownPages)
        mallopt(M_TRIM_THRESHOLD, Self.ownPages)
        timer = try loop.timer(at: nil, accuracy: .milliseconds(250)) { [unowned self] now in
            if self.isBusy() { try timer?.fire(at: now + Self.delay) } else { giveBack() }
        }
    }

    /// Memory may have become free: by another panel file, a scene that was deleted, another look.
    func noteWork() { hasWork = true }

    /// Waits for the time to give memory back, if some may have become free. A panel whose values
    /// only move never wakes up for it.
    func update(at time: Duration) throws {
        guard hasWork, timer?.isArmed == false else { return }
        hasWork = false
        try timer?.fire(at: time + Self.delay)
    }

    private func giveBack() {
        let unused = Self.unusedSize
        guard least == .max || unused > least + Self.worthwhile else {
            least = min(least, unused)
            return
        }
        malloc_trim(0)
        least = Self.unusedSize
    }

    /// How much memory the process has beyond what is in use of the heap, in bytes.
    private static var unusedSize: Int {
        let heap = mallinfo2()
        return residentSize - Int(heap.uordblks) - Int(heap.hblkhd)
    }

    /// How much memory the process has, in bytes; 0 if the system does not tell.
    private static var residentSize: Int {
        guard let file = try? RegularFile("/proc/self/statm", atMost: 256) else { return 0 }
        // All pages, then those in memory.
        let numbers = String(decoding: file.bytes, as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * Int(getpagesize()) : 0
    }
}
