import CDRM
import Glibc

/// A display controller that can show pictures drawn by the processor.
///
/// The first program to open a card is its DRM *master*: it alone sets modes and flips pages.
package final class Card {
    /// The device node: "/dev/dri/card0".
    package let node: String
    /// The open device. It becomes readable when a flip is over; see `Output.handleEvents()`.
    package let descriptor: Int32
    /// The kernel's name for the driver: "vc4", "virtio_gpu".
    package let driver: String

    private var events = [UInt8](repeating: 0, count: 1024)
    private var token = UInt(bitPattern: Int(getpid())) << 20
    /// The framebuffers of a process before this one, one of which may be on the screen.
    private var leftovers: [UInt32] = []

    /// Opens a card. Throws if it cannot be opened, has no connectors (a render-only device) or
    /// cannot make dumb buffers.
    package convenience init(opening node: String) throws(DRMError) {
        // Non-blocking, so that reading events once too often does not hang.
        let descriptor = open(node, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw DRMError(cannotOpen: node, errno: errno) }
        try self.init(node: node, descriptor: descriptor)
    }

    /// Takes over a card that another process of ours opened and left open with its picture, as
    /// from the service manager's store.
    ///
    /// The descriptor is closed if this throws: for what `init(opening:)` does, `.gone` for a card
    /// that is no more, or `.notMaster` if another program has become its master. The buffers that
    /// were left are given back, but for what is on the screen: that goes once an `Output` has shown
    /// another picture.
    package convenience init(adopting descriptor: Int32) throws(DRMError) {
        let name = drmGetDeviceNameFromFd2(descriptor)
        defer { free(name) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        try self.init(
            node: name.map { String(cString: $0) } ?? "descriptor \(descriptor)",
            descriptor: descriptor)
        leftovers = try withResources { resources in
            Array(UnsafeBufferPointer(start: resources.fbs, count: Int(resources.count_fbs)))
        }
        // drmSetMaster() says EACCES to who was not the first to open the card, master or not.
        guard isMaster else {
            throw DRMError(cannot: "take over the picture", on: node, errno: EACCES)
        }
        // The framebuffers hold their memory themselves. Handles count from 1.
        for handle in 1...Self.mostHandles { drmCloseBufferHandle(descriptor, handle) }
        _ = try? readFlips()
    }

    /// More than a process of ours ever has at once.
    private static let mostHandles: UInt32 = 64

    private init(node: String, descriptor: Int32) throws(DRMError) {
        self.node = node
        self.descriptor = descriptor
        driver = Self.driver(descriptor)
        guard drmIsKMS(descriptor) != 0 else {
            throw DRMError(.unsupported, "cannot use \(node) (\(driver)): it has no connectors")
        }
        guard capability(DRM_CAP_DUMB_BUFFER) == 1 else {
            throw DRMError(.unsupported, "cannot use \(node) (\(driver)): it has no dumb buffers")
        }
    }

    deinit {
        close(descriptor)
    }

    // MARK: Finding one

    /// The nodes of the cards that are there, in the order of their numbers.
    package static var nodes: [String] {
        guard let folder = opendir("/dev/dri") else { return [] }
        defer { closedir(folder) }
        var numbers: [Int] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("card"), let number = Int(name.dropFirst(4)) {
                numbers.append(number)
            }
        }
        return numbers.sorted().map { "/dev/dri/card\($0)" }
    }

    /// Why there are no nodes.
    package static var absence: String {
        guard let folder = opendir("/dev/dri") else {
            return "no card: cannot open /dev/dri: \(String(cString: strerror(errno)))"
        }
        closedir(folder)
        return "no card in /dev/dri"
    }

    /// The connectors as they are now. Looking for monitors can take the kernel tens of
    /// milliseconds.
    package func connectors() throws(DRMError) -> [Connector] {
        try withResources { resources in
            let ids = UnsafeBufferPointer(
                start: resources.connectors, count: Int(resources.count_connectors))
            // A connector may have gone since they were counted (DisplayPort MST).
            return ids.compactMap(connector)
        }
    }

    // MARK: Master

    /// Whether this process may set modes and flip pages.
    package var isMaster: Bool {
        drmIsMaster(descriptor) != 0
    }

    /// Becomes master again after another program was. Throws `.notMaster` while it still is, and
    /// for a card that was opened while it was: that one must be opened again.
    package func becomeMaster() throws(DRMError) {
        guard !isMaster else { return }
        guard drmSetMaster(descriptor) != 0 else { return }
        let code = errno
        // EINVAL: another descriptor of the card is master. EACCES: we never were.
        throw DRMError(
            cannot: "become master", on: node,
            errno: code == EINVAL || code == EBUSY ? EACCES : code)
    }

    // MARK: For outputs and buffers

    /// Whether a framebuffer is one of a process before this one.
    func isLeftover(_ framebufferID: UInt32) -> Bool {
        leftovers.contains(framebufferID)
    }

    /// Gives back what a process before this one left, once it is not on the screen any more.
    func removeLeftovers() {
        for framebuffer in leftovers { drmModeRmFB(descriptor, framebuffer) }
        leftovers = []
    }

    /// Throws what the call that has just failed left in `errno`, if it did.
    func check(_ result: Int32, _ operation: String) throws(DRMError) {
        // libdrm is not of one mind: some functions return -errno, some -1.
        guard result != 0 else { return }
        throw DRMError(cannot: operation, on: node, errno: result < -1 ? -result : errno)
    }

    /// Calls a closure with the card's CRTCs, connectors and encoders.
    func withResources<R>(_ body: (drmModeRes) -> R) throws(DRMError) -> R {
        guard let resources = drmModeGetResources(descriptor) else {
            throw DRMError(cannot: "read resources", on: node, errno: errno)
        }
        defer { drmModeFreeResources(resources) }
        return body(resources.pointee)
    }

    /// The flips that have completed, on whichever CRTC, since the last call.
    func readFlips() throws(DRMError) -> [FlipCompletion] {
        var flips: [FlipCompletion] = []
        while true {
            let count = events.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                guard count == 0 || errno == EAGAIN else {
                    throw DRMError(cannot: "read events", on: node, errno: errno)
                }
                return flips
            }
            events.withUnsafeBytes {
                flips += FlipCompletion.all(in: UnsafeRawBufferPointer(rebasing: $0[..<count]))
            }
        }
    }

    /// What a flip hands to the kernel, to know its event by: no other flip's of this process, and
    /// not likely one's of a process that had this descriptor before.
    func nextToken() -> UInt {
        token &+= 1
        return token
    }

    // MARK: Properties

    /// The connectors, without a look for monitors.
    func connectorIDs() throws(DRMError) -> [UInt32] {
        try withResources { resources in
            Array(
                UnsafeBufferPointer(
                    start: resources.connectors, count: Int(resources.count_connectors)))
        }
    }

    /// Has the kernel tell of all planes, and take atomic commits if that is wanted. Returns whether
    /// it does.
    func useAtomic(_ isWanted: Bool) -> Bool {
        let isAtomic =
            drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), isWanted ? 1 : 0) == 0
        // Comes with the other, and goes with it.
        drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
        return isAtomic && isWanted
    }

    /// The format for buffers on a plane. Throws `.nothingSuitable`, naming what it can show.
    func format(
        for plane: Plane?, wanted: FramebufferFormat?
    ) throws(DRMError) -> FramebufferFormat {
        // A kernel that does not tell of its main planes takes what all of them did then.
        guard let plane, !plane.formats.isEmpty else { return .xrgb8888 }
        let depth = capability(DRM_CAP_DUMB_PREFERRED_DEPTH) ?? 0
        let format = FramebufferFormat.best(
            among: plane.formats, wanted: wanted, preferredDepth: Int(depth))
        guard let format else {
            let ours = FramebufferFormat.allCases.map(\.rawValue).joined(separator: ", ")
            throw DRMError(
                .nothingSuitable,
                "cannot use \(node) (\(driver)): it shows none of \(ours), but only: "
                    + FramebufferFormat.list(plane.formats))
        }
        return format
    }

    /// Whether the driver says that what is read again had better not be in a dumb buffer
    /// (`DRM_CAP_DUMB_PREFER_SHADOW`).
    package var prefersShadow: Bool { capability(DRM_CAP_DUMB_PREFER_SHADOW) == 1 }

    private func connector(_ id: UInt32) -> Connector? {
        guard let connector = drmModeGetConnector(descriptor, id) else { return nil }
        defer { drmModeFreeConnector(connector) }
        return Connector(
            connector.pointee, ObjectProperties(of: id, DRM_MODE_OBJECT_CONNECTOR, on: self))
    }

    private func capability(_ capability: Int32) -> UInt64? {
        var value: UInt64 = 0
        return drmGetCap(descriptor, UInt64(capability), &value) == 0 ? value : nil
    }

    private static func driver(_ descriptor: Int32) -> String {
        guard let version = drmGetVersion(descriptor) else { return "unknown driver" }
        defer { drmFreeVersion(version) }
        return version.pointee.name.map { String(cString: $0) } ?? "unknown driver"
    }
}
