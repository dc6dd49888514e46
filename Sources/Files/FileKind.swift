import Glibc

/// The type of a file.
enum FileKind: Equatable {
    case regularFile, folder, fifo, socket, characterDevice, blockDevice, link, other

    /// The type in a mode that `stat` returned.
    init(mode: mode_t) {
        switch mode & S_IFMT {
        case S_IFREG: self = .regularFile
        case S_IFDIR: self = .folder
        case S_IFIFO: self = .fifo
        case S_IFSOCK: self = .socket
        case S_IFCHR: self = .characterDevice
        case S_IFBLK: self = .blockDevice
        case S_IFLNK: self = .link
        default: self = .other
        }
    }

    /// Its name in an error message, with its article.
    var name: String {
        switch self {
        case .regularFile: "a regular file"
        case .folder: "a folder"
        case .fifo: "a FIFO"
        case .socket: "a socket"
        case .characterDevice: "a character device"
        case .blockDevice: "a block device"
        case .link: "a symbolic link"
        case .other: "something unknown"
        }
    }
}
