// swift-tools-version: 6.2
import PackageDescription

let controls = Target.Dependency.product(name: "Controls", package: "glassfader")
let daemon = Target.Dependency.product(name: "GlassfaderDaemon", package: "glassfader")

let package = Package(
    name: "leverd",
    dependencies: [.package(name: "glassfader", path: "../..")],
    targets: [
        .executableTarget(name: "leverd", dependencies: [controls, daemon]),
        .executableTarget(name: "handmade", dependencies: [controls, daemon]),
        .target(name: "Twins", dependencies: [controls]),
        .testTarget(name: "TwinsTests", dependencies: ["Twins", controls]),
    ]
)
