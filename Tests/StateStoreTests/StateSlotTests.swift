import Foundation
import TestVectors
import Testing

@testable import StateStore

/// What a slot is as bytes, and what is never taken for one.
struct StateSlotTests {
    private let old = StateSlot(sequence: 7, contents: Array(#"{"values":{"a":1.0}}"#.utf8))
    private let new = StateSlot(
        sequence: 9, contents: Array(#"{"values":{"a":2.0,"b":0.25}}"#.utf8))

    /// A slot's contents that fill several sectors, and differ in each from those of another seed.
    private func long(sequence: UInt64, seed: UInt8) -> StateSlot {
        StateSlot(
            sequence: sequence,
            contents: (0..<3900).map { UInt8(truncatingIfNeeded: $0 &* 31) ^ seed })
    }

    @Test(arguments: [0, 1, 27, 28, 29, 4096])
    func `a written slot can be read back`(count: Int) {
        let slot = StateSlot(
            sequence: 12, contents: (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) })
        #expect(StateSlot.reading(slot.bytes) == .valid(slot))
        // The file has room for more, and what a longer save has left there.
        #expect(StateSlot.reading(slot.bytes + [0, 0, 0]) == .valid(slot))
        #expect(StateSlot.reading(slot.bytes + long(sequence: 3, seed: 1).bytes) == .valid(slot))
    }

    @Test func `the checksum is CRC-32C by Castagnoli`() {
        // RFC 3720, B.4.
        let vectors: [([UInt8], UInt32)] = [
            ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
            ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
            (Array(0..<32), 0x46DD_794E),
            (Array("123456789".utf8), 0xE306_9283),
        ]
        for (bytes, value) in vectors {
            var checksum = CRC32C()
            checksum.add(bytes[...])
            #expect(checksum.value == value)
        }
    }

    @Test func `a partly overwritten slot reads as the old slot, the new slot or neither`() {
        for older in [old, long(sequence: 8, seed: 3)] {
            let before = older.bytes + [UInt8](repeating: 0, count: 8192 - older.bytes.count)
            let after = new.bytes
            for count in 0...after.count {
                let torn = Array(after[..<count]) + before[count...]
                switch StateSlot.reading(torn) {
                case .valid(let slot): #expect(slot == older || slot == new)
                case .damaged: #expect(count > 0 && count < after.count)
                case .unused, .newer: Issue.record("\(count) bytes are taken for something else")
                }
            }
        }
    }

    @Test func `every prefix of a file is rejected unless the whole slot is in it`() {
        let bytes = new.bytes
        for count in 1..<bytes.count {
            guard case .damaged = StateSlot.reading(Array(bytes[..<count])) else {
                Issue.record("\(count) bytes are taken for a state")
                return
            }
        }
    }

    @Test func `a mix of sectors of an older and a newer save is rejected`() {
        let before = long(sequence: 8, seed: 0x5A)
        let after = long(sequence: 10, seed: 0xA5)
        let sectors = (before.bytes.count + 511) / 512
        #expect(sectors == 8)
        for kept in 0..<1 << sectors {
            var mixed = after.bytes
            for sector in 0..<sectors where kept >> sector & 1 == 1 {
                let range = sector * 512..<min(sector * 512 + 512, mixed.count)
                mixed.replaceSubrange(range, with: before.bytes[range])
            }
            switch StateSlot.reading(mixed) {
            case .valid(let slot):
                #expect(kept == 0 ? slot == after : kept == 1 << sectors - 1 && slot == before)
            case .damaged: break
            case .unused, .newer: Issue.record("\(kept) is taken for something else")
            }
        }
    }

    @Test func `no single bit flip gives another valid state`() {
        let bytes = new.bytes
        for index in bytes.indices {
            for bit in 0..<8 {
                var flipped = bytes
                flipped[index] ^= 1 << bit
                guard case .damaged = StateSlot.reading(flipped) else {
                    Issue.record("bit \(bit) of byte \(index) goes unnoticed")
                    return
                }
            }
        }
    }

    @Test func `a slot with foreign bytes is distinguished from one that was never written`() {
        #expect(StateSlot.reading([]) == .unused)
        #expect(StateSlot.reading([UInt8](repeating: 0, count: 16384)) == .unused)
        let others: [[UInt8]] = [
            [UInt8](repeating: 0xFF, count: 16384), Array("{}".utf8), Array("GFSTATE\n".utf8),
            [0, 1],
        ]
        for bytes in others {
            guard case .damaged = StateSlot.reading(bytes) else {
                Issue.record("\(bytes.prefix(8)) is taken for something")
                continue
            }
        }
        // The greatest number is one like others: 0 follows it.
        let last = StateSlot(sequence: .max, contents: [])
        #expect(StateSlot.reading(last.bytes) == .valid(last))
        #expect(UInt64(0).isNewer(than: .max) && !UInt64.max.isNewer(than: 0))
        #expect(!UInt64(7).isNewer(than: 7) && UInt64(8).isNewer(than: 7))
    }

    @Test func `a slot of a future version is distinguished from a damaged one`() {
        #expect(StateSlot.reading(new.bytes(version: 2)) == .newer(version: 2, sequence: 9))
        guard case .damaged = StateSlot.reading(new.bytes(version: 0)) else {
            Issue.record("there is no version 0")
            return
        }
        var damaged = new.bytes
        damaged[8] = 2
        guard case .damaged = StateSlot.reading(damaged) else {
            Issue.record("a flipped bit is taken for a version to come")
            return
        }
    }

    @Test func `random bytes are not a state, whatever they start with`() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<2000 {
            var bytes = (0..<Int(random.next() % 600) + 1).map { _ in
                UInt8(truncatingIfNeeded: random.next())
            }
            if random.next() % 2 == 0 {
                let header = new.bytes
                bytes.replaceSubrange(
                    0..<min(bytes.count, 20), with: header[..<min(bytes.count, 20)])
            }
            switch StateSlot.reading(bytes) {
            case .damaged, .unused: break
            case .valid, .newer: Issue.record("\(bytes) is taken for a state")
            }
        }
    }

    @Test func `every later version can read a slot that version 1 wrote`() throws {
        let file = TestFiles.tests.appending(path: "StateStoreTests/Golden/version-1.slot")
        let bytes = Array(try Data(contentsOf: file))
        guard case .valid(let slot) = StateSlot.reading(bytes) else {
            Issue.record("it is not read")
            return
        }
        #expect(slot.sequence == 42)
        #expect(slot.contents.starts(with: #"{"page":"main","#.utf8))
        // And is still what this version writes.
        #expect(slot.bytes == Array(bytes[..<slot.bytes.count]))
    }
}
