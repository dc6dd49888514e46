package import Controls

/// When a value moves slower than the finger, and how much.
package struct FineDescription: Equatable, Sendable {
    package var control: FineControl
    /// 0…1; nil for the panel's own, `fine_ratio` in `[input]`.
    package var ratio: Double?
}
