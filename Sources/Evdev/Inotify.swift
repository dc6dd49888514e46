import Glibc

/// The kernel's file system events. See inotify(7).
struct Inotify: ~Copyable {
    struct Event {
        var watch: CInt
        /// `IN_CREATE`, `IN_ATTRIB` …
        var mask: UInt32
        /// The file's name in the watched folder; empty for the folder itself.
        var name: String

        func has(_ flag: Int32) -> Bool { mask & UInt32(bitPattern: flag) != 0 }
    }

    /// How much to read in one call.
    private static let bytesPerTurn = 8192

    let descriptor: CInt

    init() throws(EvdevError) {
        descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw .failed("start inotify for", path: "/dev", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Watches a folder. Returns nil if it does not exist or cannot be accessed.
    ///
    /// Watching a folder again returns the same watch, which reports both sets of events.
    func watch(_ path: String, for mask: Int32) throws(EvdevError) -> CInt? {
        let flags = UInt32(bitPattern: mask) | UInt32(IN_ONLYDIR) | UInt32(IN_MASK_ADD)
        let watch = inotify_add_watch(descriptor, path, flags)
        if watch >= 0 { return watch }
        guard [ENOENT, ENOTDIR, EACCES].contains(errno) else {
            throw .failed("watch", path: path, errno: errno)
        }
        return nil
    }

    /// Reads pending events, from so many bytes that other work can go on. The descriptor stays
    /// readable while there are more.
    func readEvents() throws(EvdevError) -> [Event] {
        var buffer = [UInt8](repeating: 0, count: Self.bytesPerTurn)
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, [EINTR, EAGAIN].contains(errno) { return [] }
        guard count > 0 else {
            throw .failed("read inotify events of", path: "/dev", errno: errno)
        }
        return Self.events(in: buffer[..<count])
    }

    private static func events(in bytes: ArraySlice<UInt8>) -> [Event] {
        var events: [Event] = []
        bytes.withUnsafeBytes { bytes in
            let headerSize = MemoryLayout<inotify_event>.size
            var offset = 0
            while offset + headerSize <= bytes.count {
                let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                let end = offset + headerSize + Int(header.len)
                let name = bytes[offset + headerSize..<end].prefix { $0 != 0 }
                events.append(
                    Event(
                        watch: header.wd, mask: header.mask,
                        name: String(decoding: name, as: UTF8.self)))
                offset = end
            }
        }
        return events
    }
}
