import CMemoryLock
import Files
import Glibc

/// Keeps the daemon's code in memory, so that no touch waits for the disk.
///
/// When memory is short, the kernel drops pages that it can read again from a file. The next touch
/// then waits for the disk. Other memory needs no lock, because the unit allows no swap; and
/// malloc_trim() could not return a locked heap.
enum CodeLock {
    /// The mapped files cannot be locked.
    struct LockError: Error, CustomStringConvertible {
        let description: String
    }

    /// Locks the files that are mapped: the program and its libraries.
    ///
    /// Reads all of the program's code now. Pages of libraries and of data are locked at their
    /// first use: most of them are never used, and locking data at once would copy it.
    static func lock() throws(LockError) {
        let maps: String
        do throws(FileError) {
            let file = try RegularFile("/proc/self/maps", atMost: 1 << 20)
            maps = String(decoding: file.bytes, as: UTF8.self)
        } catch {
            throw LockError(description: "\(error)")
        }
        let mappings = maps.split(separator: "\n").compactMap(FileMapping.init)
        for mapping in mappings {
            // The program has the lowest addresses.
            let isReadNow = mapping.inode == mappings.first?.inode && !mapping.isWritable
            let flags = isReadNow ? 0 : UInt32(MLOCK_ONFAULT)
            guard mlock2(mapping.start, mapping.length, flags) == 0 else {
                throw LockError(description: String(cString: strerror(errno)))
            }
        }
    }
}

/// A privately mapped file, from a line of `/proc/self/maps`; see proc(5).
private struct FileMapping {
    let start: UnsafeRawPointer?
    let length: Int
    let isWritable: Bool
    let inode: Int

    /// `7f12a000-7f12c000 r-xp 00002000 fd:01 1234    /usr/lib/libm.so.6`
    init?(line: Substring) {
        let words = line.split(separator: " ", maxSplits: 5)
        let ends = words.first?.split(separator: "-").compactMap { UInt($0, radix: 16) } ?? []
        guard words.count == 6, ends.count == 2, words[1].hasSuffix("p"), words[1].hasPrefix("r"),
            let inode = Int(words[4]), inode != 0
        else { return nil }
        start = UnsafeRawPointer(bitPattern: ends[0])
        length = Int(ends[1] - ends[0])
        isWritable = words[1].dropFirst().hasPrefix("w")
        self.inode = inode
    }
}
