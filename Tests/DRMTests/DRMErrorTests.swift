import Glibc
import Testing

@testable import DRM

struct DRMErrorTests {
    @Test func `an error names the operation, the card and the reason`() {
        let error = DRMError(cannot: "flip page", on: "/dev/dri/card0", errno: EACCES)

        #expect(error.description == "cannot flip page on /dev/dri/card0: Permission denied")
        #expect(error.reason == .notMaster)
        #expect(error.advice != nil)
    }

    @Test func `an error number maps to a reason`() {
        let reasons: [(Int32, DRMError.Reason)] = [
            (EBUSY, .busy), (ENODEV, .gone), (ENOSYS, .unsupported), (EINVAL, .unsupported),
            (ENOMEM, .outOfMemory), (EIO, .other),
        ]
        for (code, reason) in reasons {
            #expect(DRMError(cannot: "x", on: "y", errno: code).reason == reason)
        }
        #expect(DRMError(cannotOpen: "y", errno: EACCES).reason == .notPermitted)
    }

    @Test func `a missing card is reported as gone`() {
        let error = #expect(throws: DRMError.self) { try Card(opening: "/dev/dri/card999") }

        #expect(error?.reason == .gone)
        #expect(error?.description == "cannot open /dev/dri/card999: No such file or directory")
    }

    @Test func `a device that is not a display is reported as unsupported`() {
        let error = #expect(throws: DRMError.self) { try Card(opening: "/dev/null") }

        #expect(error?.reason == .unsupported)
        #expect(
            error?.description
                == "cannot use /dev/null (unknown driver): it has no connectors")
    }
}
