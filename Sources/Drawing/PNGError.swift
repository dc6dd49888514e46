/// Why a PNG could not be written or read.
public struct PNGError: Error, Hashable, CustomStringConvertible {
    /// The operation and the reason, such as "cannot read a PNG: out of memory".
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
