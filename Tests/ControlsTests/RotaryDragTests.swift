import Drawing
import TestVectors
import Testing

@testable import Controls

private struct AbsoluteVectors: Decodable {
    struct Case: Decodable, CustomTestStringConvertible {
        struct Location: Decodable {
            let x, y, cx, cy: Double
        }
        let track: String
        let startAngle, endAngle, angleDeg: Double
        let touch: Location
        let expected: Double
        let tie: Bool?
        var testDescription: String { "\(track) at \(angleDeg)°" }
    }
    let cases: [Case]
}

private struct PathVectors: Decodable {
    struct Path: Decodable, CustomTestStringConvertible {
        struct Parameters: UnderstoodKeys {
            enum CodingKeys: String, CodingKey, CaseIterable {
                case deadRadius, exitRadius, gain, maxStepDeg, turns, gapBegin
            }

            static let understood = Set(CodingKeys.allCases.map(\.rawValue))

            let deadRadius, exitRadius, gain, maxStepDeg, turns: Double?
            let gapBegin: String?
        }
        let name, why, mode: String
        let startAngle, endAngle, minimumValue, maximumValue, initialValue: Double
        let center: [Double]
        let params: Understood<Parameters>
        let points: [[Double]]
        let expected: [Double]
        var testDescription: String { "\(name): \(why)" }
    }
    let paths: [Path]
}

@Suite struct RotaryDragTests {
    private static func gapBegin(_ name: String) -> RotaryDrag.GapBegin? {
        switch name {
        case "hold": .hold
        case "nearestEnd": .nearestEnd
        default: nil
        }
    }

    @Test func `in absolute mode, the value is where the finger points, on every track`() throws {
        let vectors: AbsoluteVectors = try TestFiles.vector("rotation_absolute.json")
        #expect(!vectors.cases.isEmpty)
        for test in vectors.cases where test.tie != true {
            var rotation = RotaryDrag()
            rotation.mode = .absolute
            rotation.startAngle = .radians(test.startAngle)
            rotation.endAngle = .radians(test.endAngle)
            rotation.begin(
                at: Point(x: test.touch.x, y: test.touch.y),
                center: Point(x: test.touch.cx, y: test.touch.cy), position: 0.5)
            #expect(
                abs(rotation.position - test.expected) < 1e-6,
                "\(test.testDescription): \(rotation.position) instead of \(test.expected)")
        }
    }

    @Test func `every finger path gives the values of its mode`() throws {
        let vectors: PathVectors = try TestFiles.vector("rotation_paths.json")
        #expect(!vectors.paths.isEmpty)
        for path in vectors.paths {
            var rotation = RotaryDrag()
            rotation.mode = try #require(RotaryDrag.Mode(rawValue: path.mode))
            rotation.startAngle = .radians(path.startAngle)
            rotation.endAngle = .radians(path.endAngle)
            let params = path.params.content
            #expect(path.params.unknown == [], "\(path.name)")
            rotation.turns = params.turns
            rotation.gain = params.gain ?? 1
            rotation.deadRadius = params.deadRadius ?? 0
            rotation.exitRadius = params.exitRadius ?? 1.25 * rotation.deadRadius
            rotation.maximumStep = .degrees(params.maxStepDeg ?? 150)
            rotation.gapBegin = try #require(Self.gapBegin(params.gapBegin ?? "nearestEnd"))
            let scale = ValueScale(
                Taper(minimum: path.minimumValue, maximum: path.maximumValue))
            for (index, point) in path.points.enumerated() {
                let point = Point(x: point[0], y: point[1])
                if index == 0 {
                    rotation.begin(
                        at: point, center: Point(x: path.center[0], y: path.center[1]),
                        position: scale.position(of: path.initialValue))
                } else {
                    rotation.move(to: point)
                }
                let value = scale.value(at: rotation.position)
                #expect(
                    abs(value - path.expected[index]) < 1e-6,
                    "\(path.testDescription), point \(index): \(value), not \(path.expected[index])"
                )
            }
        }
    }
}
