import Glibc

/// Where the example panel and its demo are.
enum ExampleFolder {
    /// The folder that has all of some files: `Config` in the folder one is in or above the
    /// program, as in a checkout, or where they are installed; nil if there is none.
    static func path(with files: String...) -> String? {
        var candidates = ["Config"]
        if let program = realpath("/proc/self/exe", nil) {
            defer { free(program) }
            var path = Substring(String(cString: program))
            while let slash = path.lastIndex(of: "/") {
                path = path[..<slash]
                candidates.append("\(path)/Config")
            }
        }
        candidates.append("/usr/share/glassfader")
        return candidates.first { folder in
            files.allSatisfy { access("\(folder)/\($0)", R_OK) == 0 }
        }
    }
}
