import Glibc

/// A file that is written completely or not at all: first under a temporary name, then renamed.
///
/// The temporary name cannot be guessed, and an existing file of that name is not opened. So in a
/// folder that others may write to, nobody can redirect the write to another file.
package struct ReplacedFile: Sendable {
    /// The path, relative to `folder` unless it is absolute.
    package let path: String
    private let folder: Int32

    /// A file at a path; it may exist.
    ///
    /// - Parameter folder: the descriptor of a folder. Default: the working directory.
    package init(_ path: String, in folder: Int32 = AT_FDCWD) {
        self.path = path
        self.folder = folder
    }

    /// Writes the file. If that fails, the old file stays, and the temporary one is removed.
    ///
    /// - Parameters:
    ///   - mode: the new file's permissions before the umask.
    ///   - isSynchronized: whether to wait until the data is on the disk.
    ///   - prepare: called with the new file's descriptor while it is empty.
    package func write(
        _ bytes: [UInt8], mode: UInt32, isSynchronized: Bool = false,
        prepare: (Int32) -> Void = { _ in }
    ) throws(FileError) {
        guard !path.utf8.contains(0) else { throw FileError("write", path, "its name has a NUL") }
        var status = stat()
        if fstatat(folder, path, &status, AT_SYMLINK_NOFOLLOW) == 0 {
            let kind = FileKind(mode: status.st_mode)
            guard kind == .regularFile || kind == .link else {
                throw FileError("write", path, "it is \(kind.name), not a regular file")
            }
        }
        let temporary = temporaryPath
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = OpenedFile.descriptor(temporary, in: folder, flags: flags, mode: mode)
        guard file >= 0 else { throw FileError("write", path, errno: errno) }
        do throws(FileError) {
            prepare(file)
            do throws(FileError) {
                try Self.put(bytes, into: file, at: path)
                guard !isSynchronized || fsync(file) == 0 else {
                    throw FileError("write", path, errno: errno)
                }
            } catch {
                close(file)
                throw error
            }
            // Some file systems report a full disk here.
            guard close(file) == 0, renameat(folder, temporary, folder, path) == 0 else {
                throw FileError("write", path, errno: errno)
            }
        } catch {
            unlinkat(folder, temporary, 0)
            throw error
        }
    }

    /// A name in the same folder with 128 random bits.
    private var temporaryPath: String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let digits = (0..<2).map { _ in
            String(UInt64.random(in: .min ... .max), radix: 16)
        }
        return "\(folder).glassfader-\(digits.joined(separator: "-")).tmp"
    }

    private static func put(
        _ bytes: [UInt8], into file: Int32, at path: String
    ) throws(FileError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            guard count >= 0 || errno == EINTR else {
                throw FileError("write", path, errno: errno)
            }
            written += max(count, 0)
        }
    }
}
