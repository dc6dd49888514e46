import Glibc

/// An operation that a card refused, in words fit for the journal:
/// "cannot flip page on /dev/dri/card0: Permission denied".
package struct DRMError: Error, Equatable, CustomStringConvertible {
    /// What the refusal means to the caller.
    package enum Reason: Equatable {
        /// The last flip has not been shown yet (`EBUSY`): the next attempt will succeed.
        case busy
        /// The device node may not be opened (`EACCES`, `EPERM`).
        case notPermitted
        /// Another program is DRM master and owns the picture (`EACCES` after opening).
        case notMaster
        /// The card was unplugged or unbound (`ENODEV`): close it.
        case gone
        /// The driver, or this mode, cannot do that (`ENOSYS`, `EINVAL`, `EOPNOTSUPP`, …), or what it
        /// was to be done with has gone (`ENOENT`).
        case unsupported
        /// No memory for another buffer (`ENOMEM`, `ENOSPC`).
        case outOfMemory
        /// Nothing suitable was found: no card, no connector, no mode.
        case nothingSuitable
        case other
    }

    package let reason: Reason
    package let description: String

    /// What the user can do about it, if that is known.
    package var advice: String? {
        switch reason {
        case .notPermitted: "the user must be in the group that owns the node, usually video"
        case .notMaster: "another program (a display server, a splash screen) shows its picture"
        default: nil
        }
    }

    /// An error in one's own words.
    package init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// The error of an operation on an open card.
    init(cannot operation: String, on node: String, errno code: Int32) {
        self.init(
            Self.reason(code), "cannot \(operation) on \(node): \(String(cString: strerror(code)))")
    }

    /// The error of opening a node.
    init(cannotOpen node: String, errno code: Int32) {
        let reason: Reason =
            switch code {
            case EACCES, EPERM: .notPermitted
            case ENOENT: .gone
            default: Self.reason(code)
            }
        self.init(
            reason, "cannot open \(node): \(String(cString: strerror(code)))")
    }

    private static func reason(_ code: Int32) -> Reason {
        switch code {
        case EBUSY: .busy
        case EACCES, EPERM: .notMaster
        case ENODEV, ENXIO: .gone
        case ENOSYS, EINVAL, EOPNOTSUPP, ERANGE, ENOENT: .unsupported
        case ENOMEM, ENOSPC: .outOfMemory
        default: .other
        }
    }
}
