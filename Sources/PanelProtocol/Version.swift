/// The version of the daemon and the tool, for `--version`, the greeting and recordings.
package enum Version {
    package static let current = "0.1.0"
}
