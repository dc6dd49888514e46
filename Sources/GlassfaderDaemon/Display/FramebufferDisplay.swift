import DRM
import Drawing
import EventLoop
import Framebuffer

/// A screen on the kernel's old framebuffer interface: one buffer that changes while it is shown,
/// or two that alternate by panning.
///
/// The interface does not report when a picture is visible, and waiting for a refresh would block
/// the loop. So a frame counts as visible at the next refresh by the clock. Some drivers block
/// while they pan, for at most one refresh.
final class FramebufferDisplay: Display {
    let bounds: PixelRect
    /// Vertical blanks are simulated by the clock.
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

    /// A picture that is about to become visible.
    private struct Frame {
        let shadow: Bitmap
        let buffer: Int
        let time: Duration
        let completion: PresentationHandler
    }

    /// Makes a display that has shown nothing.
    init(loop: EventLoop, framebuffer: Framebuffer) throws {
        self.loop = loop
        self.framebuffer = framebuffer
        refreshInterval = framebuffer.refreshInterval ?? FrameClock.standardInterval
        clock = FrameClock(refreshInterval: refreshInterval)
        bounds = PixelRect(x: 0, y: 0, width: framebuffer.width, height: framebuffer.height)
        buffers = ScanoutBuffers(
            (0..<framebuffer.pageCount).map { ScanoutPixels(page: $0, of: framebuffer) })
        // A daemon that was killed may have left it off. Not all drivers can switch it.
        try? framebuffer.blank(false)
        timer = try loop.timer(at: nil) { [unowned self] _ in try complete() }
    }

    var name: String {
        let pages = framebuffer.pageCount > 1 ? ", two pictures" : ""
        return "\(framebuffer.node) (\(framebuffer.driver)), \(framebuffer.width)x"
            + "\(framebuffer.height), \(framebuffer.layout)\(pages)"
    }

    var millimetres: Size? {
        framebuffer.millimetres.map { Size(width: Double($0.width), height: Double($0.height)) }
    }

    /// Returns `nil`: the buffer may be the visible one.
    func prepareCanvas(for damage: Region) -> Bitmap? { nil }

    func setBlank(_ isBlank: Bool) throws { try framebuffer.blank(isBlank) }

    func present(
        _ shadow: Bitmap, damage: Region, completion: @escaping PresentationHandler
    ) throws {
        precondition(pending == nil, "a frame was presented while another one was pending")
        precondition(shadow.bounds == bounds, "the frame must have the size of the display")
        buffers.damage(damage)
        var back = buffers.back
        buffers.repair(back, from: shadow)
        if buffers.count > 1 {
            do throws(FramebufferError) {
                try framebuffer.show(back)
            } catch {
                // Panning failed: continue with the visible buffer alone.
                buffers.keepFront()
                back = 0
                buffers.repair(back, from: shadow)
            }
        }
        let time = clock.nextPresentation(after: loop.now)
        pending = Frame(shadow: shadow, buffer: back, time: time, completion: completion)
        try timer?.fire(at: time)
    }

    private func complete() throws {
        guard let frame = pending else { return }
        pending = nil
        buffers.show(frame.buffer)
        _ = clock.presented(at: frame.time, isVerticalBlank: true)
        try frame.completion(.success(frame.time))
    }
}

extension ScanoutPixels {
    /// The pixels of one buffer of a framebuffer.
    fileprivate init(page: Int, of framebuffer: Framebuffer) {
        let known = FramebufferFormat(framebuffer.layout)
        self.init(
            memory: framebuffer.page(page), width: framebuffer.width, height: framebuffer.height,
            pitch: framebuffer.pitch,
            format: known ?? (framebuffer.layout.bitsPerPixel == 16 ? .rgb565 : .xrgb8888),
            layout: known == nil ? framebuffer.layout : nil)
    }
}

extension FramebufferFormat {
    /// The DRM format with this layout; `nil` if there is none.
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
