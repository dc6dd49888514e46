import CDRM
import Glibc

/// A set of property changes that takes effect completely or not at all.
struct AtomicRequest: ~Copyable {
    private let card: Card
    private let request: drmModeAtomicReqPtr
    /// Blobs for values larger than a number. The kernel keeps those in use after they are
    /// destroyed.
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

    /// Sets a property of an object. The last value counts.
    func set(_ property: ObjectProperties.Property, of object: UInt32, to value: UInt64) {
        let count = drmModeAtomicAddProperty(request, object, property.id, value)
        precondition(count > 0, "out of memory")
    }

    /// Sets a property of an object to an array of kernel structures.
    mutating func set<Value: BitwiseCopyable>(
        _ property: ObjectProperties.Property, of object: UInt32, to values: [Value]
    ) throws(DRMError) {
        var blob: UInt32 = 0
        let result = values.withUnsafeBytes {
            drmModeCreatePropertyBlob(card.descriptor, $0.baseAddress, $0.count, &blob)
        }
        try card.check(result, "create a property blob")
        blobs.append(blob)
        set(property, of: object, to: UInt64(blob))
    }

    /// Commits or tests the request.
    ///
    /// - Parameters:
    ///   - flags: The kernel's flags, such as `DRM_MODE_ATOMIC_ALLOW_MODESET`, combined.
    ///   - token: A value that the event returns, if one is requested.
    ///   - operation: The operation for error messages: "flip page".
    func commit(
        flags: Int32, token: UInt = 0, _ operation: @autoclosure () -> String
    ) throws(DRMError) {
        let result = drmModeAtomicCommit(
            card.descriptor, request, UInt32(flags), UnsafeMutableRawPointer(bitPattern: token))
        // Do not build the text for success: this is called for each frame.
        if result != 0 { try card.check(result, operation()) }
    }
}
