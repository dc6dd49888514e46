import CDRM
import Glibc

/// A display controller that supports dumb buffers.
///
/// The first program to open a card becomes its DRM *master*. Only the master sets modes and flips
/// pages.
package final class Card {
    /// The device node: "/dev/dri/card0".
    package let node: String
    /// The open device. It is readable when a flip has completed; see `Output.handleEvents()`.
    package let descriptor: Int32
    /// The kernel's name of the driver: "vc4", "virtio_gpu".
    package let driver: String

    private var events = [UInt8](repeating: 0, count: 1024)
    private var token = UInt(bitPattern: Int(getpid())) << 20
    /// The framebuffers of an earlier process. One of them may be on the screen.
    private var leftovers: [UInt32] = []

    /// Opens a card. Throws if it cannot be opened, has no connectors (a render-only device), or
    /// does not support dumb buffers.
    package convenience init(opening node: String) throws(DRMError) {
        // Non-blocking, so that an extra read does not hang.
        let descriptor = open(node, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw DRMError(cannotOpen: node, errno: errno) }
        try self.init(node: node, descriptor: descriptor)
    }

    /// Takes over the descriptor of a card that an earlier process of ours left open with its
    /// picture, as from the service manager's store.
    ///
    /// Closes the descriptor if it throws: the errors of `init(opening:)`, `.gone` for a card that
    /// was removed, or `.notMaster` if another program has become its master. Closes the handles of
    /// the earlier process. Its framebuffers are removed once an `Output` has shown another
    /// picture.
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
        // drmSetMaster() would fail with EACCES, even for the master, if another process opened the
        // card first.
        guard isMaster else {
            throw DRMError(cannot: "take over the picture", on: node, errno: EACCES)
        }
        // Framebuffers keep their memory without a handle. Handles count from 1.
        for handle in 1...Self.mostHandles { drmCloseBufferHandle(descriptor, handle) }
        _ = try? readFlips()
    }

    /// More handles than a process of ours ever has.
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

    // MARK: Finding cards

    /// The device nodes of all cards, in the order of their numbers.
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

    /// The node of the card that has a connector with this name, by the kernel's list; `nil` if
    /// none has. Opens no card: the program that opens it first becomes its master.
    package static func node(withConnector name: String) -> String? {
        nodes.first { node in
            let card = node.dropFirst("/dev/dri/".count)
            return access("/sys/class/drm/\(card)-\(name)", F_OK) == 0
        }
    }

    /// Why `nodes` is empty.
    package static var absence: String {
        guard let folder = opendir("/dev/dri") else {
            return "no card: cannot open /dev/dri: \(String(cString: strerror(errno)))"
        }
        closedir(folder)
        return "no card in /dev/dri"
    }

    /// The present connectors. The kernel probes for monitors, which can take tens of milliseconds.
    package func connectors() throws(DRMError) -> [Connector] {
        try withResources { resources in
            let ids = UnsafeBufferPointer(
                start: resources.connectors, count: Int(resources.count_connectors))
            // A connector may have been removed after the list was read (DisplayPort MST).
            return ids.compactMap(connector)
        }
    }

    // MARK: Master

    /// Whether this process may set modes and flip pages.
    package var isMaster: Bool {
        drmIsMaster(descriptor) != 0
    }

    /// Becomes master again after another program was. Throws `.notMaster` while that still is, or
    /// if the card was opened while it was; the card must be opened again in that case.
    package func becomeMaster() throws(DRMError) {
        guard !isMaster else { return }
        guard drmSetMaster(descriptor) != 0 else { return }
        let code = errno
        // EINVAL: another descriptor of the card is master. EACCES: this one never was.
        throw DRMError(
            cannot: "become master", on: node,
            errno: code == EINVAL || code == EBUSY ? EACCES : code)
    }

    /// Allows another program to become master, until `becomeMaster()`.
    package func dropMaster() { drmDropMaster(descriptor) }

    // MARK: For outputs and buffers

    /// Whether a framebuffer was left by an earlier process.
    func isLeftover(_ framebufferID: UInt32) -> Bool {
        leftovers.contains(framebufferID)
    }

    /// Removes the framebuffers of an earlier process. None of them may be on the screen.
    func removeLeftovers() {
        for framebuffer in leftovers { drmModeRmFB(descriptor, framebuffer) }
        leftovers = []
    }

    /// Throws the error of a libdrm call that has just failed.
    func check(_ result: Int32, _ operation: String) throws(DRMError) {
        // Some libdrm functions return -errno, others return -1 and set errno.
        guard result != 0 else { return }
        throw DRMError(cannot: operation, on: node, errno: result < -1 ? -result : errno)
    }

    /// Calls a closure with the lists of CRTCs, connectors and encoders.
    func withResources<R>(_ body: (drmModeRes) -> R) throws(DRMError) -> R {
        guard let resources = drmModeGetResources(descriptor) else {
            throw DRMError(cannot: "read resources", on: node, errno: errno)
        }
        defer { drmModeFreeResources(resources) }
        return body(resources.pointee)
    }

    /// The flips on any CRTC that have completed since the last call.
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

    /// A new token for a flip, to recognise its event. It differs from all others of this process,
    /// and very likely from those of an earlier process with the same descriptor.
    func nextToken() -> UInt {
        token &+= 1
        return token
    }

    // MARK: Properties

    /// The connectors' IDs. Does not probe for monitors.
    func connectorIDs() throws(DRMError) -> [UInt32] {
        try withResources { resources in
            Array(
                UnsafeBufferPointer(
                    start: resources.connectors, count: Int(resources.count_connectors)))
        }
    }

    /// Makes the kernel list all planes, and enables atomic commits if wanted. Returns whether they
    /// are enabled.
    func useAtomic(_ isWanted: Bool) -> Bool {
        let isAtomic =
            drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_ATOMIC), isWanted ? 1 : 0) == 0
        // The atomic capability switches this one on and off too.
        drmSetClientCap(descriptor, UInt64(DRM_CLIENT_CAP_UNIVERSAL_PLANES), 1)
        return isAtomic && isWanted
    }

    /// The format for buffers on a plane. Throws `.nothingSuitable` with a list of its formats.
    func format(
        for plane: Plane?, wanted: FramebufferFormat?
    ) throws(DRMError) -> FramebufferFormat {
        // A kernel that does not list primary planes supports XRGB8888 on them.
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

    /// Whether the driver recommends not to read from dumb buffers (`DRM_CAP_DUMB_PREFER_SHADOW`).
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
