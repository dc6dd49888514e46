import Glibc

/// Finds the shipped panels and the demo.
package enum ExampleFolder {
    /// The first folder with all of these files; nil if there is none. Looks for `Config` in the
    /// current folder and above the program (a checkout), then in the installed folder.
    package static func path(with files: String...) -> String? {
        var candidates = ["Config"]
        if let program = realpath("/proc/self/exe", nil) {
            defer { free(program) }
            var path = Substring(String(cString: program))
            while let slash = path.lastIndex(of: "/") {
                path = path[..<slash]
                candidates.append("\(path)/Config")
            }
        }
        candidates.append("/usr/share/glassfader/panels")
        return candidates.first { folder in
            files.allSatisfy { access("\(folder)/\($0)", R_OK) == 0 }
        }
    }
}
