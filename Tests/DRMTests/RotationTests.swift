import CDRM
import Testing

@testable import DRM

struct RotationTests {
    @Test func `the picture of a rotated panel is rotated the opposite way`() {
        #expect(Rotation(panelOrientation: "Right Side Up") == .quarter)
        #expect(Rotation(panelOrientation: "Left Side Up") == .threeQuarters)
        #expect(Rotation(panelOrientation: "Upside Down") == .half)
        #expect(Rotation(panelOrientation: "Normal") == .none)
        #expect(Rotation(panelOrientation: nil) == .none)
    }

    @Test func `the kernel counts rotation in the opposite direction`() {
        #expect(Rotation.quarter.planeValue == UInt64(DRM_MODE_ROTATE_270))
        #expect(Rotation.threeQuarters.planeValue == UInt64(DRM_MODE_ROTATE_90))
        #expect(Rotation.half.planeValue == UInt64(DRM_MODE_ROTATE_180))
        #expect(Rotation.none.planeValue == UInt64(DRM_MODE_ROTATE_0))
    }

    @Test func `only a quarter turn swaps the sides`() {
        #expect(Rotation.allCases.filter(\.swapsSides) == [.quarter, .threeQuarters])
    }
}
