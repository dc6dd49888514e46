import DRM
import Drawing
import EventLoop
import Framebuffer

/// A screen by the kernel's old interface: one picture that changes under its eyes, or two that are
/// shown in turn by panning where there is room.
///
/// Nobody tells when a picture is seen, and to wait for a refresh would block everything else: a
/// frame counts as seen at the next refresh by the clock. Drivers that wait themselves do so while
/// they pan, for at most a refresh.
final class FramebufferDisplay: Display {
    let bounds: PixelRect
    /// Its vertical blanks are the clock's.
    let isSynchronized = true
    let refreshInterval: Duration
    let rotation = 0
    let mounting = 0
    let connector: String? = nil

    private let framebuffer: Framebuffer
    private let loop: EventLoop
    private var buffers: ScanoutBuffers
    private var clock: FrameClock
    private var pending: Frame?
    private var timer: EventSource?

    /// A picture that waits to be seen.
    private struct Frame {
        let shadow: Bitmap
        let buffer: Int
        let time: Duration
        let completion: PresentationHandler
    }

    /// A framebuffer on which nothing of ours has been shown.
    init(loop: EventLoop, framebuffer: Framebuffer) throws {
        self.loop = loop
        self.framebuffer = framebuffer
        refreshInterval = framebuffer.refreshInterval ?? .nanoseconds(16_666_667)
        clock = FrameClock(refreshInterval: refreshInterval)
        bounds = PixelRect(x: 0, y: 0, width: framebuffer.width, height: framebuffer.height)
        buffers = ScanoutBuffers(
            (0..<framebuffer.pageCount).map { ScanoutPixels(page: $0, of: framebuffer) })
        timer = try loop.timer(at: nil) { [unowned self] _ in try see() }
    }

    var name: String {
        let pages = framebuffer.pageCount > 1 ? ", two pictures" : ""
        return "\(framebuffer.node) (\(framebuffer.driver)), \(framebuffer.width)x"
            + "\(framebuffer.height), \(framebuffer.layout)\(pages)"
    }

    var millimetres: Size? {
        framebuffer.millimetres.map { Size(width: Double($0.width), height: Double($0.height)) }
    }

    /// None: it may be a picture that is being shown.
    func prepareCanvas(for damage: Region) -> Bitmap? { nil }

    func setBlank(_ isBlank: Bool) throws { try framebuffer.blank(isBlank) }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        precondition(pending == nil, "a frame is presented while another one waits")
        precondition(shadow.bounds == bounds, "a frame of another size")
        buffers.damage(damage)
        var back = buffers.back
        buffers.repair(back, from: shadow)
        if buffers.count > 1 {
            do throws(FramebufferError) {
                try framebuffer.show(back)
            } catch {
                // It cannot pan after all. The first picture is the one that is seen.
                buffers.show(0)
                buffers.keepFront()
                back = 0
                buffers.repair(back, from: shadow)
            }
        }
        let time = clock.nextPresentation(after: loop.now)
        pending = Frame(shadow: shadow, buffer: back, time: time, completion: completion)
        try timer?.fire(at: time)
    }

    private func see() throws {
        guard let frame = pending else { return }
        pending = nil
        buffers.show(frame.buffer)
        _ = clock.presented(at: frame.time, isVerticalBlank: true)
        try frame.completion(.success(frame.time))
    }
}

extension ScanoutPixels {
    /// One of the pictures of a framebuffer.
    fileprivate init(page: Int, of framebuffer: Framebuffer) {
        let usual = FramebufferFormat(framebuffer.layout)
        self.init(
            memory: framebuffer.page(page), width: framebuffer.width, height: framebuffer.height,
            pitch: framebuffer.pitch,
            format: usual ?? (framebuffer.layout.bitsPerPixel == 16 ? .rgb565 : .xrgb8888),
            layout: usual == nil ? framebuffer.layout : nil)
    }
}

extension FramebufferFormat {
    /// What the kernel's newer interface calls a layout, if it is one of the usual ones.
    init?(_ layout: PixelLayout) {
        let channels = [layout.red, layout.green, layout.blue].map { [$0.offset, $0.length] }
        switch (layout.bitsPerPixel, channels) {
        case (32, [[16, 8], [8, 8], [0, 8]]): self = .xrgb8888
        case (32, [[0, 8], [8, 8], [16, 8]]): self = .xbgr8888
        case (16, [[11, 5], [5, 6], [0, 5]]): self = .rgb565
        default: return nil
        }
    }
}
