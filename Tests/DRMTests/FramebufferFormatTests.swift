import Testing

@testable import DRM

struct FramebufferFormatTests {
    @Test func `the first of our formats that the plane supports is chosen`() {
        #expect(best(["XR24", "RG16", "XB24"]) == .xrgb8888)
        #expect(best(["AR24", "XB24", "RG16"]) == .rgb565)
        #expect(best(["RG24", "XB24"]) == .xbgr8888)
        #expect(best(["XR30", "XR24"]) == .xrgb8888)
        #expect(best(["RG24", "XR30", "AR24"]) == nil)
        #expect(best([]) == nil)
    }

    @Test func `a driver that prefers 16 bits gets them, unless another format is requested`() {
        #expect(best(["RG16", "RG24", "XR24"], depth: 16) == .rgb565)
        #expect(best(["RG24", "XR24"], depth: 16) == .xrgb8888)
        #expect(best(["RG16", "XR24"], depth: 24) == .xrgb8888)
        #expect(best(["RG16", "XR24"], wanted: .xrgb8888, depth: 16) == .xrgb8888)
    }

    @Test func `the requested format is used if the plane supports it`() {
        #expect(best(["XR24", "RG16"], wanted: .rgb565) == .rgb565)
        #expect(best(["XR24"], wanted: .rgb565) == .xrgb8888)
    }

    @Test func `formats have the kernel's numbers and names`() {
        // From drm_fourcc.h.
        #expect(FramebufferFormat.xrgb8888.code == 0x3432_5258)
        #expect(FramebufferFormat.rgb565.code == 0x3631_4752)
        #expect(FramebufferFormat.xbgr8888.code == 0x3432_4258)
        #expect(FramebufferFormat.list([0x3432_4752, 0x3432_5241]) == "RG24, AR24")
        #expect(FramebufferFormat.list([]) == "none")
    }

    private func best(
        _ names: [String], wanted: FramebufferFormat? = nil, depth: Int = 0
    ) -> FramebufferFormat? {
        FramebufferFormat.best(
            among: names.map(FramebufferFormat.code), wanted: wanted, preferredDepth: depth)
    }
}
