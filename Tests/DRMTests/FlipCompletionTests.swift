import CDRM
import Testing

@testable import DRM

struct FlipCompletionTests {
    @Test func `page flips are read with their time`() {
        let flips = read(event(token: 7, seconds: 12, microseconds: 345, sequence: 9))

        #expect(flips.map(\.token) == [7])
        #expect(flips.first?.time == .seconds(12) + .microseconds(345))
        #expect(flips.first?.sequence == 9)
    }

    @Test func `a driver may report no time`() {
        #expect(read(event(token: 7, seconds: 0, microseconds: 0)).first?.time == nil)
    }

    @Test func `events of other kinds are skipped`() {
        let vblank = event(type: Int(DRM_EVENT_VBLANK), token: 1)
        let unknown = event(type: 0x8000_0000, token: 2, extra: 24)

        #expect(
            read(vblank + event(token: 3) + unknown + event(token: 4)).map(\.token) == [3, 4])
    }

    @Test func `an incomplete or invalid event ends the reading`() {
        let whole = event(token: 5)

        #expect(read(Array(whole.dropLast())).isEmpty)
        #expect(read(whole + whole.prefix(10)).map(\.token) == [5])
        // A length of nothing would be read for ever.
        #expect(read([2, 0, 0, 0, 0, 0, 0, 0] + whole).isEmpty)
        #expect(read([]).isEmpty)
    }

    private func read(_ bytes: [UInt8]) -> [FlipCompletion] {
        bytes.withUnsafeBytes { FlipCompletion.all(in: $0) }
    }

    private func event(
        type: Int = Int(DRM_EVENT_FLIP_COMPLETE), token: UInt64, seconds: UInt32 = 1,
        microseconds: UInt32 = 0, sequence: UInt32 = 0, extra: Int = 0
    ) -> [UInt8] {
        let event = drm_event_vblank(
            base: drm_event(
                type: UInt32(type), length: UInt32(MemoryLayout<drm_event_vblank>.size + extra)),
            user_data: token, tv_sec: seconds, tv_usec: microseconds, sequence: sequence,
            crtc_id: 0)
        return withUnsafeBytes(of: event) { Array($0) } + Array(repeating: 0, count: extra)
    }
}
