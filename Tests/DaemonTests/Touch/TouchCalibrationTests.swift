import Evdev
import Testing

@testable import GlassfaderDaemon

struct TouchCalibrationTests {
    private let vectors: TouchFilterVectors

    init() throws { vectors = try TouchFilterVectors.read() }

    @Test func `a finger appears where the calibration puts it`() throws {
        #expect(!vectors.places.isEmpty)
        for place in vectors.places {
            let matrix = try #require(CalibrationMatrix(place.udev))
            #expect(matrix.numbers == place.values)
            let point = Normalisation(
                x: Axis(minimum: place.axisX[0], maximum: place.axisX[1]),
                y: Axis(minimum: place.axisY[0], maximum: place.axisY[1]),
                calibration: matrix, width: place.screen[0], height: place.screen[1]
            ).point(x: place.raw[0], y: place.raw[1])
            #expect(abs(point.x - place.expected[0]) < 1e-6, "\(place)")
            #expect(abs(point.y - place.expected[1]) < 1e-6, "\(place)")
        }
    }

    @Test func `a matrix is parsed as libinput parses it, or rejected`() {
        #expect(!vectors.texts.isEmpty)
        for vector in vectors.texts {
            #expect(CalibrationMatrix(vector.text)?.numbers == vector.expected, "\(vector)")
        }
    }

    @Test func `the device's matrix applies before the output's rotation`() throws {
        let mirrored = try #require(CalibrationMatrix("-1 0 1 0 1 0"))
        let turned = try #require(CalibrationMatrix("0 -1 1 1 0 0"))
        let both = mirrored.followed(by: turned).apply(x: 0.2, y: 0.3)
        let first = mirrored.apply(x: 0.2, y: 0.3)
        let expected = turned.apply(x: first.x, y: first.y)
        #expect(abs(both.x - expected.x) < 1e-12)
        #expect(abs(both.y - expected.y) < 1e-12)
        #expect(abs(both.x - 0.7) < 1e-12)
        #expect(abs(both.y - 0.8) < 1e-12)
    }
}

extension CalibrationMatrix {
    fileprivate var numbers: [Double] { [a, b, c, d, e, f] }
}
