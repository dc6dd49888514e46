import Testing

@testable import DRM

struct ModeTests {
    // Timings as monitors send them (VESA DMT, CEA-861).
    let full = Mode(clock: 148_500, visible: (1920, 1080), total: (2200, 1125), isPreferred: true)
    let film = Mode(clock: 148_352, visible: (1920, 1080), total: (2200, 1125))
    let fast = Mode(clock: 297_000, visible: (1920, 1080), total: (2200, 1125))
    let interlaced = Mode(
        clock: 74_250, visible: (1920, 1080), total: (2200, 1125), isInterlaced: true)
    let wide = Mode(clock: 83_500, visible: (1280, 800), total: (1680, 831))
    let small = Mode(clock: 33_300, visible: (800, 480), total: (1056, 525))

    @Test func `the refresh rate is exact`() {
        #expect(full.refreshMillihertz == 60_000)
        #expect(film.refreshMillihertz == 59_940)
        #expect(wide.refreshMillihertz == 59_810)
        #expect(interlaced.refreshMillihertz == 60_000)
        #expect(full.refreshInterval == .nanoseconds(16_666_667))
        #expect(film.refreshInterval == .nanoseconds(16_683_294))
        #expect(wide.description == "1280x800@59.810")
        #expect(interlaced.description == "1920x1080@60.000i")
    }

    @Test func `a panel without timing is assumed to run at 60 Hz`() {
        let tiny = Mode(clock: 0, visible: (320, 240), total: (0, 0))

        #expect(tiny.refreshMillihertz == 60_000)
        #expect(tiny.refreshInterval == .nanoseconds(16_666_667))
    }

    @Test func `a request is described by a size and an optional rate`() {
        #expect(request(1280, 800).description == "1280x800")
        #expect(request(1280, 800, at: 59.81).description == "1280x800@59.81")
    }

    @Test func `the mode that the user requests comes first`() {
        let modes = [full, film, fast, wide, small]

        #expect(best(modes, requested: request(1280, 800)) == wide)
        #expect(best(modes, requested: request(1280, 800, at: 60)) == wide)
        #expect(best(modes, requested: request(1920, 1080, at: 120)) == fast)
        #expect(best(modes, requested: request(1920, 1080, at: 60)) == full)
        #expect(best([film, full], requested: request(1920, 1080, at: 59.94)) == film)
        #expect(best(modes, requested: request(640, 480)) == nil)
        #expect(best(modes, requested: request(1280, 800, at: 75)) == nil)
    }

    @Test func `then come the kernel's command line, the monitor and the current mode`() {
        let requested = Mode(
            clock: 33_300, visible: (800, 480), total: (1056, 525), isUserDefined: true)

        #expect(best([wide, full, requested]) == requested)
        #expect(best([wide, full, small]) == full)
        #expect(best([wide, film, small], current: small) == small)
        #expect(best([small, wide], current: full) == wide)
    }

    @Test func `otherwise the largest mode of at most 60 Hz is used, never an interlaced one`() {
        #expect(best([small, fast, wide]) == wide)
        #expect(best([fast]) == fast)
        #expect(best([interlaced, small]) == small)
        #expect(best([interlaced]) == nil)
        #expect(best([Mode(clock: 1, visible: (0, 0), total: (1, 1))]) == nil)
        #expect(best([]) == nil)
    }

    @Test func `when one mode is rejected, the next best one follows`() {
        let requested = Mode(
            clock: 33_300, visible: (800, 480), total: (1056, 525), isUserDefined: true)
        let modes = [small, interlaced, fast, full, wide, requested]

        // The user-defined mode is the small one: what is the same is named once.
        #expect(Mode.ranked(modes, requested: nil, current: nil) == [requested, full, wide, fast])
        #expect(
            Mode.ranked([small, fast, wide, film], requested: nil, current: wide)
                == [wide, film, small, fast])
        #expect(
            Mode.ranked(modes, requested: request(1280, 800), current: nil)
                == [wide, requested, full, fast])
    }

    private func best(
        _ modes: [Mode], requested: Mode.Request? = nil, current: Mode? = nil
    ) -> Mode? {
        Mode.ranked(modes, requested: requested, current: current).first
    }

    private func request(_ width: Int, _ height: Int, at hertz: Double? = nil) -> Mode.Request {
        Mode.Request(
            width: width, height: height,
            refreshMillihertz: hertz.map { Int(($0 * 1000).rounded()) })
    }
}
