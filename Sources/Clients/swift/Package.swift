// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "midi-bridge",
    dependencies: [.package(name: "glassfader", path: "../../..")],
    targets: [
        .executableTarget(
            name: "midi-bridge",
            dependencies: [.product(name: "GlassfaderClient", package: "glassfader")])
    ]
)
