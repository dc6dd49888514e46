import Glibc

/// A failed operation on a card, with a text for the journal: "cannot flip page on /dev/dri/card0:
/// Permission denied".
package struct DRMError: Error, Equatable, CustomStringConvertible {
    /// What the failure means for the caller.
    package enum Reason: Equatable {
        /// The last flip has not been shown yet (`EBUSY`): a later attempt will succeed.
        case busy
        /// The process may not open the device node (`EACCES`, `EPERM`).
        case notPermitted
        /// Another program is DRM master (`EACCES` after opening).
        case notMaster
        /// The card was unplugged or unbound (`ENODEV`): close it.
        case gone
        /// The driver cannot do that, or not in this mode (`ENOSYS`, `EINVAL`, `EOPNOTSUPP`, …), or
        /// an object that is involved no longer exists (`ENOENT`).
        case unsupported
        /// There is no memory for another buffer (`ENOMEM`, `ENOSPC`).
        case outOfMemory
        /// There is no suitable card, connector, mode or format.
        case nothingSuitable
        case other
    }

    package let reason: Reason
    package let description: String

    /// What the user can do about it, if anything.
    package var advice: String? {
        switch reason {
        case .notPermitted: "the user must be in the group that owns the node, usually video"
        case .notMaster: "another program (a display server, a splash screen) shows its picture"
        default: nil
        }
    }

    /// An error without an errno.
    package init(_ reason: Reason, _ description: String) {
        self.reason = reason
        self.description = description
    }

    /// A failed operation on an open card.
    init(cannot operation: String, on node: String, errno code: Int32) {
        self.init(
            Self.reason(code), "cannot \(operation) on \(node): \(String(cString: strerror(code)))")
    }

    /// A node that cannot be opened.
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
