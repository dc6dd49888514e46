import Foundation
import TestVectors
import Testing

/// What the fuzzers have kept: inputs that each go another way, and those that went wrong once.
struct CorpusTests {
    @Test(arguments: ["lines", "panels", "recordings", "touches", "state", "uevents"])
    func `no input in the fuzzing corpus causes an error`(name: String) throws {
        let type = try #require(allFuzzers.first { $0.name == name })
        let fuzzer = try type.init()
        let folder = TestFiles.tests.appending(path: "Fuzz/Corpus/\(name)")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder, includingPropertiesForKeys: nil
        ).sorted { $0.path < $1.path }
        #expect(!files.isEmpty)
        for file in files {
            let bytes = try [UInt8](Data(contentsOf: file))
            #expect(throws: Never.self, "\(file.path)") { try fuzzer.check(bytes[...]) }
        }
        print("\(name): replayed \(files.count) files")
    }

    @Test func `every fuzzer is replayed`() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: TestFiles.tests.appending(path: "Fuzz/Corpus").path)
        #expect(Set(folders) == Set(allFuzzers.map { $0.name }))
    }
}
