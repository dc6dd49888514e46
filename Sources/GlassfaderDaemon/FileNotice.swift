import Glibc

/// What the kernel reports of a file in a watched folder. See inotify(7).
struct FileNotice: Equatable {
    /// The watch of the folder; -1 where the kernel has lost notices.
    let watch: Int32
    /// `IN_CREATE`, `IN_CLOSE_WRITE` …
    let mask: UInt32
    /// The file's name in the folder; empty for the folder itself.
    let name: String

    /// Whether notices were lost: any file may have changed.
    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

    /// The notices that one read has given. What ends within a notice is left out.
    static func all(in bytes: ArraySlice<UInt8>) -> [FileNotice] {
        var notices: [FileNotice] = []
        bytes.withUnsafeBytes { bytes in
            let headerSize = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + headerSize <= bytes.count {
                let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + headerSize
                guard Int(header.len) <= bytes.count - start else { return }
                offset = start + Int(header.len)
                // Zeros fill the name up.
                let name = bytes[start..<offset].prefix { $0 != 0 }
                notices.append(
                    FileNotice(
                        watch: header.wd, mask: header.mask,
                        name: String(decoding: name, as: UTF8.self)))
            }
        }
        return notices
    }
}
