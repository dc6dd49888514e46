import CDRM

/// A size and timing that a connector supports.
package struct Mode: Equatable, CustomStringConvertible {
    /// The kernel's description of the mode.
    let info: drmModeModeInfo

    /// The number of visible pixels.
    package var width: Int { Int(info.hdisplay) }
    package var height: Int { Int(info.vdisplay) }
    /// Whether the monitor prefers this mode.
    package var isPreferred: Bool { info.type & UInt32(DRM_MODE_TYPE_PREFERRED) != 0 }
    /// Whether the kernel's command line selects this mode (`video=`).
    package var isUserDefined: Bool { info.type & UInt32(DRM_MODE_TYPE_USERDEF) != 0 }
    package var isInterlaced: Bool { info.flags & UInt32(DRM_MODE_FLAG_INTERLACE) != 0 }

    /// The size of a picture that fills the mode after being rotated.
    func size(rotatedBy rotation: Rotation) -> (width: Int, height: Int) {
        rotation.swapsSides ? (height, width) : (width, height)
    }

    /// The refresh rate in mHz. The kernel's own number is rounded to Hz.
    package var refreshMillihertz: Int {
        let (pixels, clock) = timing
        return (clock * 1_000_000 + pixels / 2) / pixels
    }

    /// The time from one vertical blank to the next.
    package var refreshInterval: Duration {
        let (pixels, clock) = timing
        return .nanoseconds((pixels * 1_000_000 + clock / 2) / clock)
    }

    /// For example "1280x800@59.810".
    package var description: String {
        let (hertz, fraction) = refreshMillihertz.quotientAndRemainder(dividingBy: 1000)
        let digits = String(1000 + fraction).dropFirst()
        return "\(width)x\(height)@\(hertz).\(digits)\(isInterlaced ? "i" : "")"
    }

    package static func == (a: Mode, b: Mode) -> Bool {
        a.width == b.width && a.height == b.height && a.info.clock == b.info.clock
            && a.info.htotal == b.info.htotal && a.info.vtotal == b.info.vtotal
            && a.info.flags == b.info.flags
    }

    /// The pixels of a refresh, including blanking, and the pixel clock in kHz.
    private var timing: (pixels: Int, clock: Int) {
        var pixels = Int(info.htotal) * Int(info.vtotal)
        var clock = Int(info.clock)
        // Some drivers of virtual or tiny panels provide no timing.
        guard pixels > 0, clock > 0 else {
            return (1000, info.vrefresh > 0 ? Int(info.vrefresh) : 60)
        }
        // As drm_mode_vrefresh() in the Linux source.
        if isInterlaced { clock *= 2 }
        if info.flags & UInt32(DRM_MODE_FLAG_DBLSCAN) != 0 { pixels *= 2 }
        if info.vscan > 1 { pixels *= Int(info.vscan) }
        return (pixels, clock)
    }
}

extension Mode {
    /// A mode by its timing: the clock in kHz, and the numbers of visible and total pixels.
    init(
        clock: Int, visible: (width: Int, height: Int), total: (width: Int, height: Int),
        isPreferred: Bool = false, isUserDefined: Bool = false, isInterlaced: Bool = false
    ) {
        var info = drmModeModeInfo()
        info.clock = UInt32(clock)
        (info.hdisplay, info.vdisplay) = (UInt16(visible.width), UInt16(visible.height))
        (info.htotal, info.vtotal) = (UInt16(total.width), UInt16(total.height))
        if isPreferred { info.type |= UInt32(DRM_MODE_TYPE_PREFERRED) }
        if isUserDefined { info.type |= UInt32(DRM_MODE_TYPE_USERDEF) }
        if isInterlaced { info.flags |= UInt32(DRM_MODE_FLAG_INTERLACE) }
        self.init(info: info)
    }
}

extension Mode {
    /// A requested mode: a size, and optionally a refresh rate.
    package struct Request: Equatable, CustomStringConvertible {
        package let width: Int
        package let height: Int
        /// In mHz; `nil` for any.
        package let refreshMillihertz: Int?

        /// Requests a size, and a refresh rate unless it is `nil`.
        package init(width: Int, height: Int, refreshMillihertz: Int? = nil) {
            (self.width, self.height) = (width, height)
            self.refreshMillihertz = refreshMillihertz
        }

        package var description: String {
            let size = "\(width)x\(height)"
            return refreshMillihertz.map { "\(size)@\(Double($0) / 1000)" } ?? size
        }

        /// The difference of the refresh rates in mHz; `nil` if the mode does not match.
        ///
        /// A tolerance of 0.5 Hz lets "60" match 59.94 and 59.81.
        func distance(to mode: Mode) -> Int? {
            guard mode.width == width, mode.height == height else { return nil }
            guard let refreshMillihertz else { return 0 }
            let distance = abs(mode.refreshMillihertz - refreshMillihertz)
            return distance <= 500 ? distance : nil
        }
    }

    /// The usable modes, best first, without duplicates. The order is: the requested mode, the one
    /// on the kernel's command line, the monitor's preferred one, the current one, then those of at
    /// most 60 Hz, the largest first, then the others. Interlaced modes are not usable.
    ///
    /// Empty if no mode matches the request, or none is usable.
    static func ranked(_ modes: [Mode], requested: Request?, current: Mode?) -> [Mode] {
        let modes = modes.filter {
            !$0.isInterlaced && sides.contains($0.width) && sides.contains($0.height)
        }
        var ranked: [Mode] = []
        if let requested {
            ranked = modes.compactMap { mode in requested.distance(to: mode).map { (mode, $0) } }
                .sorted { $0.1 < $1.1 }.map(\.0)
            if ranked.isEmpty { return [] }
        }
        let bySize = modes.sorted {
            ($1.width * $1.height, $1.refreshMillihertz)
                < ($0.width * $0.height, $0.refreshMillihertz)
        }
        ranked += modes.filter(\.isUserDefined) + modes.filter(\.isPreferred)
        ranked += modes.filter { $0 == current }
        ranked += bySize.filter { $0.refreshMillihertz <= 60_500 } + bySize
        var unique: [Mode] = []
        for mode in ranked where !unique.contains(mode) { unique.append(mode) }
        return unique
    }

    /// Drivers of virtual displays list 0x0, and sizes that are too large for memory.
    private static let sides = 1...16_384
}
