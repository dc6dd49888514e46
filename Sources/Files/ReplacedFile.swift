import Glibc

/// A file that is written whole or not at all: beside its place, and then moved there.
///
/// The name beside it cannot be guessed, and whatever has it is not opened. In a folder that others
/// may write to, nobody can lead the writer to another file.
package struct ReplacedFile: Sendable {
    /// Where it will be, seen from `folder` if it is relative.
    package let path: String
    private let folder: Int32

    /// A file at a path, which may exist.
    ///
    /// - Parameter folder: the descriptor of a folder. Default: the working directory.
    package init(_ path: String, in folder: Int32 = AT_FDCWD) {
        self.path = path
        self.folder = folder
    }

    /// Writes the file. If that fails, the old one stays and nothing is left beside it.
    ///
    /// - Parameters:
    ///   - mode: who may use the file, less what the process's mask takes away.
    ///   - isSynchronized: whether it is on the disk afterwards.
    ///   - prepare: called with the new file's descriptor before anything is in it.
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
        let file = openat(folder, temporary, flags, mode)
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

    /// A name in the same folder, of 128 bits from the kernel's generator.
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
