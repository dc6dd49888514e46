import CCairo

/// Why a picture could not be written as PNG, or read.
public struct PNGError: Error, Hashable, CustomStringConvertible {
    /// What was attempted, and what cairo says of it: "cannot read a PNG: out of memory".
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ operation: String, _ status: cairo_status_t) {
        description = "cannot \(operation): \(String(cString: cairo_status_to_string(status)))"
    }
}
