import Testing

@testable import glassfader_alsa

struct ElementAddressTests {
    @Test(arguments: [
        ("Master", ElementAddress(name: "Master")),
        ("PCM,1", ElementAddress(name: "PCM", index: 1)),
        ("Mic capture", ElementAddress(name: "Mic", isCapture: true)),
        ("Capture capture", ElementAddress(name: "Capture", isCapture: true)),
        ("Mic Boost,2 capture", ElementAddress(name: "Mic Boost", index: 2, isCapture: true)),
        ("'Auto capture',1", ElementAddress(name: "Auto capture", index: 1)),
        ("'Line, rear'", ElementAddress(name: "Line, rear")),
    ])
    func `an address has a name, an index and a side`(text: String, address: ElementAddress) {
        #expect(ElementAddress(text) == address)
    }

    @Test func `an address is written as it is read`() {
        for text in ["Master", "PCM,1", "Mic capture", "'Auto capture'", "'a,1',2 capture"] {
            #expect(ElementAddress(text)?.description == text)
        }
    }

    @Test(arguments: ["PCM,x", "PCM,1 captur", "PCM,-1"])
    func `a comma that no index follows is a mistake`(text: String) {
        #expect(ElementAddress(text) == nil)
    }

    @Test(arguments: ["", " capture", ",1", String(repeating: "x", count: 44), "a\0b"])
    func `names that alsa-lib cannot have are rejected`(text: String) {
        #expect(ElementAddress(text) == nil)
    }
}
