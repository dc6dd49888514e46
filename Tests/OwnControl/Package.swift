// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "leverd",
    dependencies: [.package(name: "glassfader", path: "../..")],
    targets: [
        .executableTarget(
            name: "leverd",
            dependencies: [
                .product(name: "Controls", package: "glassfader"),
                .product(name: "GlassfaderDaemon", package: "glassfader"),
            ])
    ]
)
