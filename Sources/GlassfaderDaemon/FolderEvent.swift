import Glibc

/// An event of a file in a watched folder; see inotify(7).
struct FolderEvent: Equatable {
    /// The watch of the folder; -1 if the kernel has lost events.
    let watch: Int32
    /// `IN_CREATE`, `IN_CLOSE_WRITE` …
    let mask: UInt32
    /// The file's name in the folder; empty for the folder itself.
    let name: String

    /// Whether events were lost: any file may have changed.
    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }

    /// The events in the bytes that one read returned. An incomplete event at the end is dropped.
    static func all(in bytes: ArraySlice<UInt8>) -> [FolderEvent] {
        var events: [FolderEvent] = []
        bytes.withUnsafeBytes { bytes in
            let headerSize = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + headerSize <= bytes.count {
                let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let start = offset + headerSize
                guard Int(header.len) <= bytes.count - start else { return }
                offset = start + Int(header.len)
                // The name is padded with zeros.
                let name = bytes[start..<offset].prefix { $0 != 0 }
                events.append(
                    FolderEvent(
                        watch: header.wd, mask: header.mask,
                        name: String(decoding: name, as: UTF8.self)))
            }
        }
        return events
    }
}
