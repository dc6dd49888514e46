/// The version of the daemon and the tool, as `--version`, the greeting and recordings have it.
package enum Version {
    package static let current = "0.1.0"
}
