import Glibc

/// The complete contents of a regular file.
///
/// The daemon and the tool read all files through this type, except devices and some of the
/// kernel's own files. A path may lead to a FIFO without a writer, an endless device or a huge
/// file. So opening never blocks, and only a regular file is read, up to a limit.
package struct RegularFile: Sendable {
    /// The file's contents.
    package let bytes: [UInt8]
    /// The inode number. A file that replaces this one has another number.
    package let inode: UInt64

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: the path, relative to `folder` unless it is absolute.
    ///   - largestSize: the limit in bytes.
    ///   - folder: the descriptor of a folder. Default: the working directory.
    ///   - followsLinks: whether the last component may be a symbolic link.
    /// - Throws: `FileError`, also if there is no such file; see `FileError.isMissing`.
    package init(
        _ path: String, atMost largestSize: Int, in folder: Int32 = AT_FDCWD,
        followsLinks: Bool = true
    ) throws(FileError) {
        // The kernel would end the path at the NUL.
        guard !path.utf8.contains(0) else { throw FileError("read", path, "its name has a NUL") }
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followsLinks ? 0 : O_NOFOLLOW)
        let file = OpenedFile.descriptor(path, in: folder, flags: flags)
        guard file >= 0 else {
            // The system's message for a link is "too many levels of symbolic links".
            if errno == ELOOP, !followsLinks {
                throw FileError("read", path, "it is a symbolic link, not a regular file")
            }
            // The system's message for a socket is "no such device or address".
            if errno == ENXIO {
                throw FileError("read", path, "it is a socket or a device without a driver")
            }
            throw FileError("read", path, errno: errno)
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0 else { throw FileError("read", path, errno: errno) }
        let kind = FileKind(mode: status.st_mode)
        guard kind == .regularFile else {
            throw FileError("read", path, "it is \(kind.name), not a regular file")
        }
        guard status.st_size <= largestSize else {
            throw FileError("read", path, size: Int(status.st_size), largest: largestSize)
        }
        inode = UInt64(status.st_ino)
        bytes = try Self.bytes(
            of: file, at: path, expected: Int(status.st_size), largest: largestSize)
    }

    /// Reads an open descriptor, such as standard input, until its end. Blocks.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor to read.
    ///   - name: its name in error messages.
    ///   - largestSize: the limit in bytes.
    package static func bytes(
        through descriptor: Int32, named name: String, atMost largestSize: Int
    ) throws(FileError) -> [UInt8] {
        try bytes(of: descriptor, at: name, expected: 0, largest: largestSize)
    }

    /// Reads what an open descriptor, such as standard input, has. Waits if nothing has arrived.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor to read.
    ///   - name: its name in error messages.
    /// - Returns: the bytes; none at the end.
    package static func part(
        through descriptor: Int32, named name: String
    ) throws(FileError) -> [UInt8] {
        try part(of: descriptor, at: name, atMost: 1 << 16)
    }

    private static func bytes(
        of file: Int32, at path: String, expected: Int, largest: Int
    ) throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than expected, so that the end is found without growing. The expected size
        // is only a hint: the file may grow.
        var room = max(expected + 1, 4096)
        while true {
            let part = try part(of: file, at: path, atMost: room)
            if part.isEmpty { return bytes }
            if bytes.isEmpty { bytes = part } else { bytes += part }
            guard bytes.count <= largest else {
                throw FileError("read", path, size: nil, largest: largest)
            }
            room = max(4096, min(bytes.count, largest + 1 - bytes.count))
        }
    }

    private static func part(
        of file: Int32, at path: String, atMost room: Int
    ) throws(FileError) -> [UInt8] {
        while true {
            var (result, failure): (Int, Int32) = (0, 0)
            let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                result = read(file, buffer.baseAddress, room)
                failure = errno
                count = max(result, 0)
            }
            if result >= 0 { return part }
            if failure == EINTR { continue }
            guard failure == EAGAIN else { throw FileError("read", path, errno: failure) }
            var readable = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
            _ = poll(&readable, 1, -1)
        }
    }
}
