// swift-tools-version: 6.2
import PackageDescription

/// Whether debug builds are for a debugger: PLAIN=1.
let isPlain = Context.environment["PLAIN"] == "1"

let swiftSettings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        // A function that nobody calls is left out of the release, also a public one, as a program holds
        // all its modules; and regular expressions with it.
        .unsafeFlags(
            [
                "-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link",
                "-Xfrontend", "-disable-implicit-string-processing-module-import",
            ], .when(configuration: .release)),
        // Most names that a start looks up are those of the C library, so it is searched first: what the
        // first module names comes before all other libraries.
        .unsafeFlags(
            ["-Xfrontend", "-autolink-library", "-Xfrontend", "c"],
            .when(platforms: [.linux], configuration: .release)),
    ]
    // Of debug builds, the names of functions and the lines are enough: the rest takes the compiler
    // longer. For the frontend: the build system's own -g comes later.
    + (isPlain
        ? []
        : [.unsafeFlags(["-Xfrontend", "-gline-tables-only"], .when(configuration: .debug))])

/// Of the version that Swift writes, and that valgrind reads.
let debugInformation = ["-gdwarf-4"]

/// What a release leaves out: names that nobody looks up, functions that are the same, and libraries
/// of which nothing is used. Its relocations take one bit each, as glibc 2.36 and later read them.
/// No exception of C++ is thrown in it, so it has no index for the search of who catches one.
/// Of libstdc++, which has more names to look up at a start than all other libraries, a release holds
/// what it uses.
///
/// - Parameter hasCharacterNames: Whether the names of all characters stay, which are 550 kB. If not,
///   CLeftOut stands for them.
func smaller(hasCharacterNames: Bool = false) -> [LinkerSetting] {
    [
        .unsafeFlags(
            [
                "-L\(Context.packageDirectory)/Config/static",
                "-use-ld=lld", "-Xlinker", "--no-export-dynamic", "-Xlinker", "--icf=all",
                "-Xlinker", "-O2", "-Xlinker", "-z", "-Xlinker", "pack-relative-relocs",
                "-Xlinker", "--as-needed", "-Xlinker", "--no-eh-frame-hdr",
                "-Xlinker", "--wrap=_swift_stdlib_getAge",
            ] + (hasCharacterNames ? [] : ["-Xlinker", "--wrap=_swift_stdlib_getScalarName"]),
            .when(platforms: [.linux], configuration: .release))
    ]
}

/// A module map over a packaged C library: no code of ours.
func cLibrary(_ name: String, pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// What handles pixels and messages is optimised in debug builds too, where it took most of the time of
/// the tests. All that they check, they still check. Not in builds for a debugger, nor in those in which
/// little of it runs.
let fast: [SwiftSetting] =
    isPlain
    ? []
    : [
        .unsafeFlags(
            [
                "-O", "-assert-config", "Debug", "-disable-batch-mode", "-wmo", "-num-threads", "1",
            ], .when(configuration: .debug))
    ]

func module(
    _ name: String, _ dependencies: [Target.Dependency] = [], isSmall: Bool = false,
    isFast: Bool = false
) -> Target {
    // What handles no pixels is better small than fast.
    let size: [SwiftSetting] =
        isSmall ? [.unsafeFlags(["-Osize"], .when(configuration: .release))] : []
    return .target(
        name: name, dependencies: dependencies,
        swiftSettings: swiftSettings + size + (isFast ? fast : []))
}

/// A program between the panel and audio engines of one kind.
func bridge(
    _ name: String, _ dependencies: [Target.Dependency], hasCharacterNames: Bool = false
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + [
            "GlassfaderBridge", "GlassfaderClient", "EventLoop", "PanelProtocol", "CLeftOut",
            .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ], swiftSettings: swiftSettings,
        linkerSettings: smaller(hasCharacterNames: hasCharacterNames))
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

let fuzzed: [Target.Dependency] = [
    "GlassfaderDaemon", "DRM", "Evdev", "CEvdev", "StateStore", "Panel", "PanelProtocol",
    "Controls", "Drawing",
]

/// The fuzzers: tests that replay what was found or, with FUZZ=1, a program of libFuzzer's. Only
/// then: it has no `main`, and would not be linked.
let fuzzers: Target =
    Context.environment["FUZZ"] == "1"
    ? .executableTarget(
        name: "Fuzz", dependencies: fuzzed, path: "Tests/Fuzz", exclude: ["Corpus", "Replay"],
        sources: ["Fuzzers", "Runner"],
        swiftSettings: swiftSettings + [.unsafeFlags(["-parse-as-library"])])
    : .testTarget(
        name: "FuzzTests", dependencies: fuzzed + ["TestVectors"], path: "Tests/Fuzz",
        exclude: ["Corpus", "Runner"], sources: ["Fuzzers", "Replay"],
        swiftSettings: swiftSettings)
let package = Package(
    name: "glassfader",
    products: [
        .library(name: "Drawing", targets: ["Drawing"]),
        .library(name: "Layers", targets: ["Layers"]),
        .library(name: "Controls", targets: ["Controls"]),
        .library(name: "GlassfaderClient", targets: ["GlassfaderClient"]),
        .library(name: "GlassfaderDaemon", targets: ["GlassfaderDaemon", "Panel"]),
        .library(name: "GlassfaderBridge", targets: ["GlassfaderBridge"]),
        .executable(name: "glassfaderd", targets: ["glassfaderd"]),
        .executable(name: "glassfader", targets: ["glassfader"]),
        .executable(name: "glassfader-osc", targets: ["glassfader-osc"]),
        .executable(name: "glassfader-pipewire", targets: ["glassfader-pipewire"]),
        .executable(name: "glassfader-alsa", targets: ["glassfader-alsa"]),
        .executable(name: "glassfader-midi", targets: ["glassfader-midi"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        cLibrary("CSystemd", pkgConfig: "libsystemd", "libsystemd-dev"),
        cLibrary("CEvdev", pkgConfig: "libevdev", "libevdev-dev"),
        cLibrary("CDRM", pkgConfig: "libdrm", "libdrm-dev"),
        cLibrary("CPixman", pkgConfig: "pixman-1", "libpixman-1-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", "libpng-dev"),
        cLibrary("CText", pkgConfig: "harfbuzz", "libharfbuzz-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", "zlib1g-dev"),
        cLibrary("CJansson", pkgConfig: "jansson", "libjansson-dev"),
        cLibrary("CLO", pkgConfig: "liblo", "liblo-dev"),
        // Not by pkg-config, whose flags the package manager rejects.
        .target(
            name: "CPipeWire",
            cSettings: [
                .unsafeFlags([
                    "-iwithsysroot", "/usr/include/pipewire-0.3", "-iwithsysroot",
                    "/usr/include/spa-0.2",
                ])
            ], linkerSettings: [.linkedLibrary("pipewire-0.3")]),
        cLibrary("CALSA", pkgConfig: "alsa", "libasound2-dev"),
        cLibrary("CJACK", pkgConfig: "jack", "libjack-jackd2-dev"),
        .target(name: "CLeftOut", cSettings: [.unsafeFlags(debugInformation)]),
        .systemLibrary(name: "CEventFD"),
        .systemLibrary(name: "CGetopt"),
        .systemLibrary(name: "CHeap"),
        .systemLibrary(name: "CMemoryLock"),
        .systemLibrary(name: "CFramebuffer"),
        .systemLibrary(name: "CStreaming"),
        .systemLibrary(name: "CWideCharacters"),
        .target(
            name: "CTOML",
            cxxSettings: [
                .define("TOML_HEADER_ONLY", to: "1"), .define("TOML_ENABLE_FORMATTERS", to: "0"),
                // Not by a stream and its locale.
                .define("TOML_FLOAT_CHARCONV", to: "1"),
                .unsafeFlags(["-Os", "-fno-exceptions"] + debugInformation),
            ]),

        module("EventLoop", ["CSystemd"], isSmall: true),
        module("Files", isSmall: true),
        module("Threads", ["CEventFD"], isSmall: true),
        module("StateStore", ["Files", "Threads"], isSmall: true),
        // What is done for each line of a recording is marked as fast.
        module("Evdev", ["CEvdev", "CSystemd"], isSmall: true),
        module("DRM", ["CDRM"], isSmall: true),
        module("Framebuffer", ["CFramebuffer"], isSmall: true),
        module(
            "Drawing",
            ["Files", "CPixman", "CPNG", "CStreaming", "CText", "CWideCharacters", "CZlib"],
            isFast: true),
        module("Layers", ["Drawing"], isFast: true),
        module("FaderLaws", isSmall: true),
        module("Controls", ["Layers", "Drawing", "FaderLaws"], isSmall: true),
        module("PanelProtocol", ["CJansson"], isFast: true),
        module("TOML", ["CTOML"], isSmall: true),
        module("Panel", ["Controls", "Drawing", "PanelProtocol", "TOML"], isSmall: true),
        module("PanelReference", ["Panel", "PanelProtocol"], isSmall: true),
        module("GlassfaderClient", ["PanelProtocol", "Threads"]),
        // What is done for each contact of a report is marked as fast.
        module(
            "GlassfaderDaemon",
            [
                "EventLoop", "Files", "StateStore", "Evdev", "DRM", "Framebuffer", "Drawing",
                "Layers", "Controls", "PanelProtocol", "Panel", "CGetopt", "CHeap",
                "CMemoryLock",
            ], isSmall: true),
        .executableTarget(
            name: "glassfaderd", dependencies: ["GlassfaderDaemon", "CLeftOut"],
            swiftSettings: swiftSettings,
            linkerSettings: smaller()),
        .executableTarget(
            name: "glassfader",
            dependencies: [
                "GlassfaderClient", "Panel", "PanelReference", "PanelProtocol", "Files",
                "StateStore", "Evdev", "DRM", "EventLoop", "Drawing", "CWideCharacters", "CLeftOut",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: swiftSettings, linkerSettings: smaller()),

        module(
            "GlassfaderBridge",
            [
                "GlassfaderClient", "PanelProtocol", "EventLoop", "FaderLaws",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ], isSmall: true),
        bridge("glassfader-pipewire", ["CPipeWire", "FaderLaws"]),
        bridge("glassfader-osc", ["CLO", "TOML", "Files", "Threads"]),
        bridge("glassfader-alsa", ["CALSA", "FaderLaws"]),
        // For displays without accents, it looks letters up.
        bridge("glassfader-midi", ["CALSA", "CJACK", "FaderLaws"], hasCharacterNames: true),

        .executableTarget(
            name: "RenderBench", dependencies: ["Panel", "PanelProtocol", "Controls", "Drawing"],
            path: "Tests/Bench/Render", swiftSettings: swiftSettings),
        .executableTarget(
            name: "GlassfaderSim",
            dependencies: [
                "GlassfaderDaemon", "EventLoop", "StateStore", "DRM", "Evdev", "Drawing",
                "Controls", "PanelProtocol", "Panel", "CHeap", "TouchEvents", "TestVectors",
            ],
            path: "Tests/Sim", swiftSettings: swiftSettings),
        .executableTarget(
            name: "BuildBench",
            dependencies: ["Panel", "PanelProtocol", "Controls", "Drawing", "CountedMemory"],
            path: "Tests/Bench/Build", swiftSettings: swiftSettings),
        .target(name: "TestVectors", path: "Tests/TestVectors", swiftSettings: swiftSettings),
        .target(name: "CountedMemory", path: "Tests/CountedMemory"),
        .target(
            name: "Fingers", dependencies: ["Controls", "Layers", "Drawing"], path: "Tests/Fingers",
            swiftSettings: swiftSettings),
        .target(
            name: "TouchEvents", dependencies: ["Evdev"], path: "Tests/TouchEvents",
            swiftSettings: swiftSettings),
        tests("EventLoopTests", ["EventLoop"]),
        tests("ThreadsTests", ["Threads"]),
        tests("FilesTests", ["Files", "TestVectors"]),
        tests("StateStoreTests", ["StateStore", "TestVectors"], exclude: ["Golden"]),
        tests("DRMTests", ["DRM", "CDRM", "TestVectors"]),
        tests("EvdevTests", ["Evdev", "TouchEvents", "TestVectors"]),
        tests("DrawingTests", ["Drawing", "TestVectors"]),
        tests("LayersTests", ["Layers", "TestVectors"]),
        tests("ControlsTests", ["Controls", "Fingers", "TestVectors"]),
        tests("PanelProtocolTests", ["PanelProtocol", "GlassfaderClient", "TestVectors"]),
        tests(
            "PanelTests", ["Panel", "PanelReference", "Fingers", "TestVectors", "CountedMemory"],
            exclude: ["Gallery"]),
        tests(
            "DaemonTests",
            [
                "glassfaderd", "GlassfaderDaemon", "EventLoop", "Files", "StateStore", "DRM",
                "Framebuffer", "Drawing", "GlassfaderClient", "Fingers", "TouchEvents",
                "TestVectors",
            ]),
        tests(
            "ToolTests",
            [
                "glassfader", "glassfaderd", "GlassfaderClient", "PanelProtocol", "Evdev",
                "Drawing", "TouchEvents", "TestVectors",
            ]),
        tests(
            "BridgeTests",
            [
                "GlassfaderBridge", "GlassfaderClient", "PanelProtocol", "glassfader-alsa",
                "glassfader-midi", "glassfader-osc", "glassfader-pipewire", "TestVectors",
            ]),
        tests("ArchitectureTests", ["TestVectors"]),
        fuzzers,
    ],
    cxxLanguageStandard: .cxx17
)
