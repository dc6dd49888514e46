import Glibc

/// A folder of its own for a run, which is the present one: what is said of files names no others.
final class Folder {
    private let path: String

    init() throws {
        var template = Array("/tmp/glassfader-sim-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp) }
        guard let made else {
            throw Failure("there is room in /tmp", String(cString: strerror(errno)))
        }
        path = String(cString: made)
        chdir(path)
    }

    deinit {
        chdir("/")
        let names = Self.names(in: path)
        for name in names {
            let name = "\(path)/\(name)"
            for inner in Self.names(in: name) { unlink("\(name)/\(inner)") }
            if unlink(name) != 0 { rmdir(name) }
        }
        rmdir(path)
    }

    /// Writes a file in one go, or puts another in its place as an editor does.
    func write(_ text: String, to name: String, replacing: Bool = false) throws {
        let target = replacing ? name + ".new" : name
        let file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw Failure("there is room in /tmp", String(cString: strerror(errno)))
        }
        _ = Glibc.write(file, text, text.utf8.count)
        close(file)
        if replacing { rename(target, name) }
    }

    /// How many descriptors this process has.
    static var openDescriptors: Int {
        // One of them reads the folder.
        names(in: "/proc/self/fd").count - 1
    }

    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
