import Evdev
import Files
import Glibc
import Panel
import StateStore

/// Why the daemon failed, as its exit status; 0 when it was told to end.
enum ExitStatus {
    /// The panel file or something else that was asked for is wrong: trying again cannot help.
    static let configuration: Int32 = 1
    /// The command line is wrong.
    static let usage: Int32 = 2
    /// Something failed that may work the next time.
    static let failed: Int32 = 70
    /// Another daemon serves the socket, or has the folder of the state.
    static let alreadyRunning: Int32 = 75
}

extension ExitStatus {
    /// What the kernel says of a place where no socket can be made or no pipe is to be read, however
    /// often one tries.
    private static let errorsOfPlaces = [ENOTDIR, ENOENT, EISDIR, ELOOP, EACCES, EROFS, ESPIPE]

    /// The status for what was thrown.
    static func of(_ error: any Error) -> Int32 {
        switch error {
        case is Options.UsageError: usage
        case ListenerError.alreadyRunning: alreadyRunning
        case let error as StateError where error.isInUse: alreadyRunning
        case ListenerError.unusablePath, ListenerError.noFolder, ListenerError.notASocket,
            ListenerError.isControl,
            is PanelFile.MistakesError, is FileError, is Demo.MissingFiles,
            is EvemuRecording.FileError, is Rejection, is Screenshot.WriteError:
            configuration
        case ListenerError.system(_, let code) where errorsOfPlaces.contains(code):
            configuration
        case EvdevError.failed(_, _, let code) where errorsOfPlaces.contains(code):
            configuration
        case EvdevError.rejected: configuration
        default: failed
        }
    }
}
