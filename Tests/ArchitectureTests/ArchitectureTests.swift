import Foundation
import TestVectors
import Testing

/// What the sources deliberately do not do, as the article on the architecture lists it.
struct ArchitectureTests {
    private static let files = Result { try SourceFile.all() }
    private let sources: [SourceFile]

    init() throws {
        sources = try Self.files.get()
        try #require(sources.count > 100)
    }

    /// All that each target may import. Each C library has one target, and Foundation none.
    private static let imports: [String: Set<String>] = [
        "EventLoop": ["CSystemd", "Glibc"],
        "Files": ["Glibc"],
        "Threads": ["CEventFD", "Glibc"],
        "StateStore": ["Files", "Threads", "Glibc", "Synchronization"],
        "Evdev": ["CEvdev", "CSystemd", "Glibc"],
        "DRM": ["CDRM", "Glibc"],
        "Framebuffer": ["CFramebuffer", "Glibc"],
        "Drawing": [
            "Files", "CPixman", "CPNG", "CStreaming", "CText", "CWideCharacters", "CZlib", "Glibc",
        ],
        "Layers": ["Drawing", "Glibc"],
        "Controls": ["FaderLaws", "Layers", "Drawing", "Glibc"],
        "PanelProtocol": ["CJansson"],
        "FaderLaws": ["Glibc"],
        "TOML": ["CTOML"],
        "Panel": ["Controls", "Drawing", "PanelProtocol", "TOML"],
        "PanelReference": ["Panel", "PanelProtocol"],
        "GlassfaderClient": ["PanelProtocol", "Threads", "Synchronization", "Glibc"],
        "glassfaderd": ["GlassfaderDaemon"],
        "GlassfaderDaemon": [
            "EventLoop", "Files", "StateStore", "Evdev", "DRM", "Framebuffer", "Drawing",
            "Layers", "Controls", "PanelProtocol", "Panel", "CGetopt", "CHeap",
            "CMemoryLock", "Glibc",
        ],
        "glassfader": [
            "GlassfaderClient", "Panel", "PanelReference", "PanelProtocol", "Files", "StateStore",
            "Evdev", "DRM", "EventLoop", "Drawing", "ArgumentParser", "CWideCharacters", "Glibc",
        ],
        "GlassfaderBridge": [
            "GlassfaderClient", "PanelProtocol", "EventLoop", "FaderLaws", "ArgumentParser",
            "Glibc",
        ],
        "glassfader-osc": [
            "GlassfaderBridge", "GlassfaderClient", "PanelProtocol", "EventLoop", "TOML", "Files",
            "Threads", "CLO", "ArgumentParser", "Glibc",
        ],
        "glassfader-pipewire": [
            "GlassfaderBridge", "GlassfaderClient", "PanelProtocol", "EventLoop", "FaderLaws",
            "CPipeWire", "ArgumentParser", "Glibc",
        ],
        "glassfader-alsa": [
            "GlassfaderBridge", "GlassfaderClient", "PanelProtocol", "EventLoop", "FaderLaws",
            "CALSA", "ArgumentParser", "Glibc",
        ],
        "glassfader-midi": [
            "GlassfaderBridge", "GlassfaderClient", "PanelProtocol", "EventLoop", "FaderLaws",
            "CALSA", "CJACK", "ArgumentParser", "Glibc",
        ],
        // The example of a bridge is a package of its own.
        "Clients": [
            "GlassfaderClient", "GlassfaderBridge", "PackageDescription", "ArgumentParser", "Glibc",
        ],
    ]

    @Test func `a target imports only the modules that the module diagram shows`() {
        for file in sources {
            let extra = Set(file.imports).subtracting(Self.imports[file.module] ?? [])
            #expect(extra.isEmpty, "\(file.path) imports \(extra.sorted())")
        }
    }

    @Test func `half of the code reads no clock, descriptor, environment or file`() {
        let pure: Set = [
            "Drawing", "Layers", "Controls", "Panel", "PanelReference", "PanelProtocol",
        ]
        // Fonts and images are files, and these read them.
        let loaders: Set = ["FontFile", "ImageFile"]
        let reads =
            /(?:^|[^.\w])(?:clock_gettime|gettimeofday|time|getenv|open|fopen|opendir|stat|access|read|write|socket|poll|ioctl)\(/
        for file in sources where pure.contains(file.module) {
            // What does not import the C library cannot call it.
            if file.imports.contains("Glibc") { #expect(file.places(of: reads).isEmpty) }
            if file.imports.contains("Files") {
                #expect(loaders.contains(file.name), "\(file.path) reads files")
            }
            #expect(file.places(of: /\b(?:ContinuousClock|SuspendingClock|CommandLine)\b/).isEmpty)
        }
    }

    @Test func `files are opened by name only in the type that never blocks and limits the size`() {
        // Devices, pipes of events, folders and the kernel's own files are read where they are.
        let others: Set = [
            "RegularFile", "Touchscreen", "TouchscreenPipe", "TouchscreenFinder", "DeviceHolders",
            "OtherProgram", "StandardStreams",
            "Backlight", "Listener", "StateFolder", "StateImport",
        ]
        let readers = /\bO_RDONLY\b|\bfopen\(|_from_file\w*\(|\bFT_New_Face\(|_from_png\(/
        for file in sources where file.module != "Clients" && !others.contains(file.name) {
            #expect(file.places(of: readers).isEmpty)
        }
    }

    @Test func `one thread does everything, and no code disables the compiler's checks`() {
        let forbidden =
            /\bactor\b|\bDispatchQueue\b|\bThread\b|@unchecked|nonisolated\(unsafe\)|\btry!|\bas!/
        let tasks = /\bTask\b|\basync\b|\bawait\b/
        let threads = /pthread_|\bMutex\b|\bBackgroundThread\b/
        for file in sources {
            #expect(file.places(of: forbidden).isEmpty)
            // Programs that have tasks follow a panel in one of them.
            let isClient = ["GlassfaderClient", "Clients"].contains(file.module)
            if !isClient { #expect(file.places(of: tasks).isEmpty) }
            // An fsync takes seconds on a bad day, and so does a name server: in the daemon, what
            // saves the state, and in a bridge, what looks up a host, has a thread of its own.
            let hasThreads = ["StateStore", "Threads"].contains(file.module)
            if !isClient && !hasThreads && file.name != "HostLookup" {
                #expect(file.places(of: threads).isEmpty)
            }
        }
    }

    @Test func `there is no mutable global state`() {
        let global = #/^(?:(?:public|package|private|fileprivate) )*var\b/#
        let member = #/\bstatic var \w+(?:: [^{]+)? =/#
        for file in sources {
            let globals = file.places(of: global) + file.places(of: member)
            #expect(globals.isEmpty)
        }
    }

    @Test func `no type has a vague name`() {
        let vague = /(?:Manager|Helper|Utils?|Core|Common|Service|Impl|Protocol)(?:[A-Z]|$)/
        // systemd's own word for it, and the kernel's for the two ways in which contacts are told.
        let known: Set = ["ServiceManager", "TouchProtocol"]
        for file in sources {
            let names = file.types(nested: true).filter { $0.contains(vague) }
            #expect(Set(names).isSubset(of: known), "\(file.path)")
        }
    }

    @Test func `the top-level folder has no stray files`() throws {
        let found = try FileManager.default.contentsOfDirectory(atPath: TestFiles.packageRoot.path)
        let known: Set = [
            "Config", "Package.resolved", "Package.swift", "README.md", "Sources", "Tests",
            "systemd",
            // The picture that the demo writes.
            "panel.png",
        ]
        #expect(found.filter { !$0.hasPrefix(".") && !known.contains($0) } == [])
    }

    @Test func `every error has a description in words`() {
        // Swift would print the name of the type and its members.
        let silent = /(?:struct|enum|class) \w+: (?!.*CustomStringConvertible).*\bError\b.*\{/
        for file in sources { #expect(file.places(of: silent).isEmpty) }
    }

    @Test func `a file is named after the type it holds`() {
        for file in sources where file.name != "main" {
            let types = file.types()
            #expect(types.isEmpty || types.contains(file.name), "\(file.path) holds \(types)")
        }
    }

    @Test func `a function named like a question is not mutating`() {
        let question =
            /mutating func (?:(?:is|has|may|can|does|was|needs)(?=[A-Z])|(?:covers|follows|wants)\b)/
        for file in sources { #expect(file.places(of: question) == []) }
    }

    @Test func `every declaration that other targets can use has a comment`() {
        // A property of the package may speak for itself; one that is public may not.
        let declaration =
            /^\s*(?:@\w+ )*(?:public|package|open) (?:(?:final|static|mutating|private\(set\)|internal\(set\)|weak|indirect) )*(?:(?:struct|class|enum|protocol|func|subscript)\b)|^\s*(?:public|open) (?:(?:private\(set\)|internal\(set\)|weak|final|static) )*(?:var|let)\b|^\s*(?:public|open) (?:(?:convenience|required) )*init\b/
        // Each pattern is made once, since making it for each line takes longer than the search.
        let attribute = /^\s*@/
        let comment = /^\s*\/\/\//
        let inherited = /\boverride\b|\bvar (?:rawValue|description)\b|func (?:==|<) ?\(/
        for file in sources {
            for (index, line) in file.lines.enumerated()
            where ["public", "package", "open"].contains(where: { line.contains($0) })
                && line.contains(declaration) && !line.contains(inherited)
            {
                let above = file.lines[..<index].last { !$0.contains(attribute) } ?? ""
                #expect(above.contains(comment), "\(file.path):\(index + 1): \(line)")
            }
        }
    }

    @Test func `every case of a public enumeration has a comment`() {
        let enumeration = /^\s*(?:public|open) (?:indirect )?enum\b/
        let end = /^\s*}/
        let enumerationCase = /^\s*case\b/
        let attribute = /^\s*@/
        let comment = /^\s*\/\/\//
        for file in sources {
            var indent: Int?
            for (index, line) in file.lines.enumerated() {
                let depth = line.utf8.prefix { $0 == UInt8(ascii: " ") }.count
                if line.contains("enum"), line.contains(enumeration) { indent = depth }
                if depth == indent, line.contains(end) { indent = nil }
                // What is deeper than that is a `switch`.
                guard let indent, depth == indent + 4, line.contains(enumerationCase) else {
                    continue
                }
                let above = file.lines[..<index].last { !$0.contains(attribute) } ?? ""
                #expect(above.contains(comment), "\(file.path):\(index + 1): \(line)")
            }
        }
    }
}
