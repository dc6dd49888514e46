import CFramebuffer
import Glibc

/// A screen on the kernel's old framebuffer interface, for panels whose driver has no other: memory
/// that is shown, sometimes with space for a second picture.
///
/// Its settings are restored when it is released.
package final class Framebuffer {
    /// The device node: "/dev/fb0".
    package let node: String
    /// The driver's name.
    package let driver: String
    /// The number of visible pixels.
    package let width: Int
    package let height: Int
    /// Bytes from one row to the next.
    package let pitch: Int
    package let layout: PixelLayout
    /// The number of pictures in memory: 2 if the driver can pan between two, otherwise 1.
    package private(set) var pageCount: Int
    /// The time between two refreshes, from the driver's timings or measured; `nil` if neither is
    /// possible.
    package let refreshInterval: Duration?
    /// The size of the picture in millimetres; `nil` if the driver does not report it.
    package let millimetres: (width: Int, height: Int)?

    private let descriptor: Int32
    private let found: fb_var_screeninfo
    private var current: fb_var_screeninfo
    private let memory: UnsafeMutableRawBufferPointer

    /// Opens a framebuffer. Allocates two pictures if the driver allows that.
    ///
    /// - Parameter bitsPerPixel: 16 or 32, if the driver can change it; `nil` to leave it as it is.
    /// - Throws: if it does not exist or cannot be opened, or its pixel layout is not supported.
    package init(opening node: String, bitsPerPixel: Int? = nil) throws(FramebufferError) {
        let descriptor = open(node, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FramebufferError(cannot: "open \(node)", errno: errno)
        }
        self.node = node
        self.descriptor = descriptor
        do throws(FramebufferError) {
            found = try Self.variable(descriptor, node)
        } catch {
            close(descriptor)
            throw error
        }
        do throws(FramebufferError) {
            current = try Self.prepare(descriptor, node, found, bitsPerPixel)
            let fixed = try Self.fixed(descriptor, node)
            guard let layout = PixelLayout(current) else {
                throw FramebufferError(
                    "cannot use \(node): its pixels have \(current.bits_per_pixel) bits: "
                        + "they must have 16 or 32 bits, with separate bits for each colour")
            }
            self.layout = layout
            let (width, height) = (Int(current.xres), Int(current.yres))
            let pitch = Int(fixed.line_length)
            let size = Int(fixed.smem_len)
            guard width > 0, height > 0, pitch >= width * layout.bitsPerPixel / 8,
                size >= pitch * height
            else {
                throw FramebufferError(
                    "cannot use \(node): \(width)x\(height) pixels do not fit into its memory")
            }
            (self.width, self.height, self.pitch) = (width, height, pitch)
            let hasRoom =
                Int(current.yres_virtual) >= 2 * height && size >= 2 * pitch * height
            pageCount = hasRoom && fixed.ypanstep > 0 && height % Int(fixed.ypanstep) == 0 ? 2 : 1
            driver = withUnsafeBytes(of: fixed.id) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            memory = try Self.map(descriptor, node, size)
        } catch {
            var found = found
            _ = ioctl(descriptor, UInt(FBIOPUT_VSCREENINFO), &found)
            close(descriptor)
            throw error
        }
        let (wide, high) = (Int32(bitPattern: current.width), Int32(bitPattern: current.height))
        millimetres = wide > 0 && high > 0 ? (Int(wide), Int(high)) : nil
        refreshInterval = Self.interval(current) ?? Self.measuredInterval(descriptor)
    }

    deinit {
        munmap(memory.baseAddress, memory.count)
        // Restores the console's settings. An error has no receiver.
        var found = found
        _ = ioctl(descriptor, UInt(FBIOPUT_VSCREENINFO), &found)
        close(descriptor)
    }

    /// The memory of a picture.
    package func page(_ index: Int) -> UnsafeMutableRawBufferPointer {
        precondition((0..<pageCount).contains(index), "there is no such page")
        let start = pitch * height * index
        return UnsafeMutableRawBufferPointer(rebasing: memory[start..<start + pitch * height])
    }

    /// Shows a picture, from the next refresh on if the driver waits for that.
    ///
    /// If the driver rejects this, `pageCount` becomes 1, and the present picture stays.
    package func show(_ index: Int) throws(FramebufferError) {
        guard pageCount > 1 else { return }
        var wanted = current
        wanted.xoffset = 0
        wanted.yoffset = UInt32(height * index)
        wanted.activate = UInt32(FB_ACTIVATE_VBL)
        if ioctl(descriptor, UInt(FBIOPAN_DISPLAY), &wanted) < 0 {
            let code = errno
            pageCount = 1
            throw FramebufferError(cannot: "pan \(node)", errno: code)
        }
        current.yoffset = wanted.yoffset
    }

    /// Switches the screen off or on.
    package func blank(_ isBlank: Bool) throws(FramebufferError) {
        let level = isBlank ? FB_BLANK_POWERDOWN : FB_BLANK_UNBLANK
        try FramebufferError.check(
            ioctl(descriptor, UInt(FBIOBLANK), Int32(level)),
            "switch \(node) \(isBlank ? "off" : "on")")
    }

    // MARK: Setting up

    /// Sets the wanted size of a pixel, or a supported one, and requests memory for a second
    /// picture. Drivers may reject either.
    private static func prepare(
        _ descriptor: Int32, _ node: String, _ found: fb_var_screeninfo, _ bitsPerPixel: Int?
    ) throws(FramebufferError) -> fb_var_screeninfo {
        var current = found
        let sizes = bitsPerPixel.map { [$0] } ?? (PixelLayout(found) == nil ? [32, 16] : [])
        for bits in sizes where current.bits_per_pixel != UInt32(bits) {
            var wanted = found
            wanted.bits_per_pixel = UInt32(bits)
            wanted.activate = UInt32(FB_ACTIVATE_NOW)
            guard ioctl(descriptor, UInt(FBIOPUT_VSCREENINFO), &wanted) == 0 else { continue }
            current = try variable(descriptor, node)
            if PixelLayout(current) != nil { break }
        }
        var wanted = current
        wanted.yres_virtual = max(current.yres_virtual, 2 * current.yres)
        (wanted.xoffset, wanted.yoffset) = (0, 0)
        wanted.activate = UInt32(FB_ACTIVATE_NOW)
        if ioctl(descriptor, UInt(FBIOPUT_VSCREENINFO), &wanted) != 0 {
            wanted = current
            (wanted.xoffset, wanted.yoffset) = (0, 0)
            wanted.activate = UInt32(FB_ACTIVATE_NOW)
            _ = ioctl(descriptor, UInt(FBIOPUT_VSCREENINFO), &wanted)
        }
        return try variable(descriptor, node)
    }

    private static func variable(
        _ descriptor: Int32, _ node: String
    ) throws(FramebufferError) -> fb_var_screeninfo {
        var info = fb_var_screeninfo()
        try FramebufferError.check(
            ioctl(descriptor, UInt(FBIOGET_VSCREENINFO), &info),
            "read the picture's size of \(node)")
        return info
    }

    private static func fixed(
        _ descriptor: Int32, _ node: String
    ) throws(FramebufferError) -> fb_fix_screeninfo {
        var info = fb_fix_screeninfo()
        try FramebufferError.check(
            ioctl(descriptor, UInt(FBIOGET_FSCREENINFO), &info), "read the memory's size of \(node)"
        )
        return info
    }

    private static func map(
        _ descriptor: Int32, _ node: String, _ size: Int
    ) throws(FramebufferError) -> UnsafeMutableRawBufferPointer {
        let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let start, start != MAP_FAILED else {
            throw FramebufferError(cannot: "map \(node)", errno: errno)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: size)
    }

    // MARK: Refreshes

    /// The range of plausible refresh intervals: 250 to 10 Hz.
    private static let plausible = Duration.milliseconds(4)...Duration.milliseconds(100)

    /// The interval according to the timings, which most drivers do not provide.
    static func interval(_ info: fb_var_screeninfo) -> Duration? {
        let columns =
            Int(info.xres) + Int(info.left_margin) + Int(info.right_margin) + Int(info.hsync_len)
        let rows =
            Int(info.yres) + Int(info.upper_margin) + Int(info.lower_margin) + Int(info.vsync_len)
        // pixclock is in ps for each pixel.
        let (pixels, isTooMany) = columns.multipliedReportingOverflow(by: rows)
        let (picoseconds, isTooLong) = pixels.multipliedReportingOverflow(by: Int(info.pixclock))
        guard info.pixclock > 0, !isTooMany, !isTooLong else { return nil }
        let interval = Duration.nanoseconds(picoseconds / 1000)
        return plausible.contains(interval) ? interval : nil
    }

    /// Measures the interval by waiting for a few refreshes. This blocks, so it is done only once.
    private static func measuredInterval(_ descriptor: Int32) -> Duration? {
        // _IOW('F', 0x20, __u32), a macro that Swift does not import.
        let waitForRefresh: UInt = 0x4004_4620
        var screen: UInt32 = 0
        let refreshes = 3
        guard ioctl(descriptor, waitForRefresh, &screen) == 0 else { return nil }
        let start = now
        for _ in 0..<refreshes {
            guard ioctl(descriptor, waitForRefresh, &screen) == 0 else { return nil }
        }
        let interval = (now - start) / refreshes
        return plausible.contains(interval) ? interval : nil
    }

    /// The time on the monotonic clock. Swift's own clocks would link the concurrency runtime.
    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
