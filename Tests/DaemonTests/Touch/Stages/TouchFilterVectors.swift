import TestVectors

/// The file `filter_vectors.json`: each entry's name begins with what it is a vector of.
struct TouchFilterVectors: Decodable {
    struct OneEuro: Decodable {
        struct Numbers: Decodable {
            var mincutoff: Double
            var beta: Double
            var dcutoff: Double
        }

        enum CodingKeys: String, CodingKey { case params, input, output }

        var params: Numbers
        /// Seconds, then the place on one axis or two.
        var input: [[Double]]
        /// The place on both axes; 0 on the second one if there is but one.
        var output: [[Double]]

        init(from decoder: any Decoder) throws {
            let values = try decoder.container(keyedBy: CodingKeys.self)
            params = try values.decode(Numbers.self, forKey: .params)
            input = try values.decode([[Double]].self, forKey: .input)
            if let line = try? values.decode([Double].self, forKey: .output) {
                output = line.map { [$0, 0] }
            } else {
                output = try values.decode([[Double]].self, forKey: .output)
            }
        }
    }

    struct Hysteresis: Decodable {
        struct Margins: Decodable {
            var marginX: Double
            var marginY: Double
        }

        var params: Margins
        var input: [[Double]]
        /// Nil where nothing passes.
        var output: [[Double]?]
    }

    /// Of three samples.
    struct Median: Decodable {
        var input: [[Double]]
        var output: [[Double]]
    }

    struct Defuzz: Decodable {
        struct Case: Decodable {
            struct Row: Decodable {
                var driverSends: Double
                var kernelState: Double
                var event: Bool
            }

            var fuzz: Double
            var start: Double
            var rows: [Row]
        }

        var cases: [Case]
    }

    struct Place: Decodable {
        var matrix: String
        var values: [Double]
        var udev: String
        var raw: [Int32]
        var axisX: [Int32]
        var axisY: [Int32]
        var screen: [Double]
        var expected: [Double]
    }

    struct Text: Decodable {
        var text: String
        var expected: [Double]?
    }

    var oneEuro1D: [String: OneEuro] = [:]
    var oneEuro2D: [String: OneEuro] = [:]
    var hysteresis: [String: Hysteresis] = [:]
    var median: [String: Median] = [:]
    var kernelDefuzz: [String: Defuzz] = [:]
    var places: [Place] = []
    var texts: [Text] = []
    /// The entries that nothing here checks.
    var unknown: [String] = []

    /// - Throws: what is wrong with an entry.
    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: TouchVector.Name.self)
        for key in values.allKeys {
            let name = key.stringValue
            if name.hasPrefix("oneEuro1D") {
                oneEuro1D[name] = try values.decode(OneEuro.self, forKey: key)
            } else if name.hasPrefix("oneEuro2D") {
                oneEuro2D[name] = try values.decode(OneEuro.self, forKey: key)
            } else if name.hasPrefix("hysteresis") {
                hysteresis[name] = try values.decode(Hysteresis.self, forKey: key)
            } else if name.hasPrefix("median") {
                median[name] = try values.decode(Median.self, forKey: key)
            } else if name.hasPrefix("kernelDefuzz") {
                kernelDefuzz[name] = try values.decode(Defuzz.self, forKey: key)
            } else if name.hasPrefix("calibration_parse") {
                texts += try values.decode([Text].self, forKey: key)
            } else if name.hasPrefix("calibration") {
                places += try values.decode([Place].self, forKey: key)
            } else if name != "about" {
                unknown.append(name)
            }
        }
    }

    /// The file's vectors.
    static func read() throws -> TouchFilterVectors {
        try TestFiles.vector("filter_vectors.json")
    }
}
