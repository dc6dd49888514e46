import Foundation
import Testing

@testable import Controls

/// The filters of the "Audio EQ Cookbook".
struct BiquadTests {
    private func gain(
        _ shape: EqualizerBand.Shape, at frequency: Double, of center: Double = 1000,
        gain: Double = 6, q: Double = 0.5.squareRoot()
    ) -> Double {
        Biquad(shape, frequency: center, gain: gain, q: q, sampleRate: 48000)
            .decibels(at: Biquad.phi(of: frequency, sampleRate: 48000))
    }

    private func expect(_ value: Double, near expected: Double, within tolerance: Double = 0.01) {
        #expect(abs(value - expected) <= tolerance, "\(value) is not \(expected)")
    }

    @Test(arguments: [20.0, 100, 1000, 8000, 15000], [-12.0, -3, 6, 15])
    func `a peak has its gain at its frequency, and none far away`(center: Double, gain: Double) {
        expect(self.gain(.peak, at: center, of: center, gain: gain, q: 2), near: gain)
        expect(self.gain(.peak, at: center / 500, of: center, gain: gain, q: 2), near: 0)
    }

    @Test func `a peak is as wide as its quality allows`() {
        // At the edges of the bandwidth, the gain of a peak is half of that at its middle.
        for (q, octaves) in [(2.0, 0.7137), (0.5, 2.5431)] {
            let edge = 200 * pow(2, octaves / 2)
            expect(gain(.peak, at: edge, of: 200, gain: 12, q: q), near: 6, within: 0.05)
            expect(
                gain(.peak, at: 200 * 200 / edge, of: 200, gain: 12, q: q), near: 6, within: 0.05)
        }
    }

    @Test func `a shelf has its gain on one side, half of it at its frequency, and none beyond`() {
        for gain in [-9.0, 12] {
            expect(self.gain(.lowShelf, at: 1, gain: gain), near: gain)
            expect(self.gain(.lowShelf, at: 1000, gain: gain), near: gain / 2)
            expect(self.gain(.lowShelf, at: 23000, gain: gain), near: 0)
            expect(self.gain(.highShelf, at: 1, gain: gain), near: 0)
            expect(self.gain(.highShelf, at: 1000, gain: gain), near: gain / 2)
            expect(self.gain(.highShelf, at: 23900, gain: gain), near: gain)
        }
    }

    @Test func `a cut is 3 dB down at its frequency, and falls by 12 dB an octave`() {
        expect(gain(.lowCut, at: 1000), near: -3.01)
        expect(gain(.lowCut, at: 62.5) - gain(.lowCut, at: 31.25), near: 12.04, within: 0.05)
        expect(gain(.lowCut, at: 20000), near: 0)
        expect(gain(.highCut, at: 1000), near: -3.01)
        expect(gain(.highCut, at: 20), near: 0)
        #expect(gain(.highCut, at: 8000) < -36)
    }

    @Test func `a notch removes its frequency, and every gain is finite`() {
        #expect(gain(.notch, at: 1000) < -100)
        expect(gain(.notch, at: 20, q: 10), near: 0)
        for shape in EqualizerBand.Shape.allCases {
            for frequency in [20.0, 1000, 20000, 24000] {
                #expect(gain(shape, at: frequency, of: 20000, gain: -60, q: 10).isFinite)
            }
        }
    }
}
