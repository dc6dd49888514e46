import Evdev
import Files
import Glibc
import Panel
import StateStore

/// The exit status for each kind of error; 0 after an orderly end.
enum ExitStatus {
    /// The panel file or another part of the configuration is wrong: trying again cannot help.
    static let configuration: Int32 = 1
    /// The command line is wrong.
    static let usage: Int32 = 2
    /// Something failed that may work the next time.
    static let failed: Int32 = 70
    /// Another daemon serves the socket, or has locked the state folder.
    static let alreadyRunning: Int32 = 75
}

extension ExitStatus {
    /// Error numbers for a path that cannot hold a socket or a pipe: trying again cannot help.
    private static let pathErrors = [
        ENOTDIR, ENOENT, EEXIST, EISDIR, ELOOP, ENAMETOOLONG, EACCES, EROFS, ESPIPE, EPROTOTYPE,
    ]

    /// The exit status for a thrown error.
    static func of(_ error: any Error) -> Int32 {
        switch error {
        case is Options.UsageError: usage
        case ListenerError.ofMonitor(let error): of(error)
        case ListenerError.alreadyRunning: alreadyRunning
        case let error as StateError where error.isInUse: alreadyRunning
        case let error as FileError where error.isTemporary: failed
        case ListenerError.unusablePath, ListenerError.notASocket, ListenerError.isControl,
            ListenerError.notALock, ListenerError.notListening,
            is PanelFile.MistakesError, is FileError, is Demo.MissingFiles,
            is EvemuRecording.PlaybackError, is Rejection:
            configuration
        case ListenerError.system(_, let code) where pathErrors.contains(code),
            ListenerError.noFolder(_, let code) where pathErrors.contains(code):
            configuration
        case EvdevError.failed(_, _, let code) where pathErrors.contains(code):
            configuration
        case EvdevError.rejected: configuration
        default: failed
        }
    }
}
