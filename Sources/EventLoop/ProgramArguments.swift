import Glibc

/// The arguments of the process as they were passed.
package enum ProgramArguments {
    /// The error about an argument that is not UTF-8; nil if there is none. `CommandLine.arguments`
    /// has other characters in it, which would be the name of another file.
    package static var mistake: String? {
        let arguments = (0..<Int(CommandLine.argc)).compactMap { CommandLine.unsafeArgv[$0] }
        for argument in arguments
        where String(validatingCString: argument) == nil {
            return "the argument '\(String(cString: argument))' is not UTF-8"
        }
        return nil
    }
}
