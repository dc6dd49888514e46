import CDRM
import Glibc

/// A change of several objects' properties that happens as a whole or not at all.
struct AtomicRequest: ~Copyable {
    private let card: Card
    private let request: drmModeAtomicReqPtr
    /// The values too large for a number. The kernel keeps those that are in use.
    private var blobs: [UInt32] = []

    init(on card: Card) {
        guard let request = drmModeAtomicAlloc() else { preconditionFailure("out of memory") }
        self.card = card
        self.request = request
    }

    deinit {
        drmModeAtomicFree(request)
        for blob in blobs { drmModeDestroyPropertyBlob(card.descriptor, blob) }
    }

    /// Sets a property of an object; the last value counts.
    func set(_ property: ObjectProperties.Property, of object: UInt32, to value: UInt64) {
        let count = drmModeAtomicAddProperty(request, object, property.id, value)
        precondition(count > 0, "out of memory")
    }

    /// Sets a property of an object to some of the kernel's structures.
    mutating func set<Value: BitwiseCopyable>(
        _ property: ObjectProperties.Property, of object: UInt32, to values: [Value]
    ) throws(DRMError) {
        var blob: UInt32 = 0
        let result = values.withUnsafeBytes {
            drmModeCreatePropertyBlob(card.descriptor, $0.baseAddress, $0.count, &blob)
        }
        try card.check(result, "hand over a property's value")
        blobs.append(blob)
        set(property, of: object, to: UInt64(blob))
    }

    /// Has the kernel do it, or say whether it would.
    ///
    /// - Parameters:
    ///   - flags: The kernel's, `DRM_MODE_ATOMIC_ALLOW_MODESET` and the like, together.
    ///   - token: What comes back with the event, where one is asked for.
    ///   - operation: What this is, for an error: "flip page".
    func commit(
        flags: Int32, token: UInt = 0, _ operation: @autoclosure () -> String
    ) throws(DRMError) {
        let result = drmModeAtomicCommit(
            card.descriptor, request, UInt32(flags), UnsafeMutableRawPointer(bitPattern: token))
        // Nothing is put together for a busy kernel that nobody reads.
        if result != 0 { try card.check(result, operation()) }
    }
}
