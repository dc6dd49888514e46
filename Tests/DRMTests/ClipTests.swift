import TestVectors
import Testing

@testable import DRM

struct ClipTests {
    @Test func `a few rectangles are passed on unchanged`() {
        let clips = [
            Clip(x: 0, y: 0, width: 4, height: 4), Clip(x: 50, y: 60, width: 7, height: 1),
        ]

        #expect(merged(clips) == clips)
        #expect(merged([]).isEmpty)
    }

    @Test func `rectangles are clipped to the buffer`() {
        #expect(
            merged([Clip(x: -5, y: 790, width: 10, height: 20)])
                == [Clip(x: 0, y: 790, width: 5, height: 10)])
        #expect(merged([Clip(x: 1280, y: 0, width: 5, height: 5)]).isEmpty)
        #expect(merged([Clip(x: 0, y: 0, width: 0, height: 5)]).isEmpty)
    }

    @Test func `neighbours with the smallest gap are merged first`() {
        var clips = (0..<16).map { Clip(x: 0, y: $0 * 40, width: 10, height: 10) }
        clips.insert(Clip(x: 0, y: 131, width: 10, height: 10), at: 4)

        let result = merged(clips)
        #expect(result.count == 16)
        #expect(result[3] == Clip(x: 0, y: 120, width: 10, height: 21))
    }

    @Test(arguments: 0..<200)
    func `at most sixteen rectangles within the buffer cover every pixel`(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let clips = (0..<Int.random(in: 0...400, using: &generator)).map { _ in
            Clip(
                x: .random(in: -20...1290, using: &generator),
                y: .random(in: -20...810, using: &generator),
                width: .random(in: 0...60, using: &generator),
                height: .random(in: 0...60, using: &generator))
        }
        let result = merged(clips)

        #expect(result.count <= 16)
        for clip in result {
            #expect(clip.x >= 0 && clip.y >= 0 && clip.width > 0 && clip.height > 0)
            #expect(clip.maxX <= 1280 && clip.maxY <= 800)
        }
        for clip in clips {
            // A rectangle is never divided, so that one of the result holds what is left of it.
            let (left, top) = (max(clip.x, 0), max(clip.y, 0))
            let (right, bottom) = (min(clip.maxX, 1280), min(clip.maxY, 800))
            guard left < right, top < bottom else { continue }
            #expect(
                result.contains {
                    $0.x <= left && $0.y <= top && $0.maxX >= right && $0.maxY >= bottom
                })
        }
    }

    private func merged(_ clips: [Clip]) -> [Clip] {
        Clip.merged(clips, limit: 16, width: 1280, height: 800)
    }
}
