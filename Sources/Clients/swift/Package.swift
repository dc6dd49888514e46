// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "midi-bridge",
    dependencies: [
        // The checkout of Glassfader. Outside of it, this must be its path.
        .package(name: "glassfader", path: "../../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        .executableTarget(
            name: "midi-bridge",
            dependencies: [
                .product(name: "GlassfaderBridge", package: "glassfader"),
                .product(name: "GlassfaderClient", package: "glassfader"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ])
    ]
)
