import TestVectors

/// The file of vectors, as it is.
struct TaperFile: Decodable {
    let families: Understood<TaperVectors>
}

struct TaperVectors: UnderstoodKeys {
    static let understood = Set(CodingKeys.allCases.map(\.rawValue))

    let x32, cubic, ardour, console100mm, obsLog, obsIEC, midiCC7, meter, meterPlus6: Family
    let jackMixBox: Family
    let alsamixer, dbLinear, log, power: Fitted
    let pan: Rows<PanRow>
    let midiQuantise: Rows<MIDIRow>
    let meterFalloff: Rows<FalloffRow>

    enum CodingKeys: String, CodingKey, CaseIterable {
        case x32, cubic, ardour, alsamixer, log, power, pan
        case console100mm = "console_100mm"
        case obsLog = "obs_log"
        case obsIEC = "obs_iec"
        case midiCC7 = "midi_cc7"
        case meter = "meter_iec60268_18"
        case meterPlus6 = "meter_ardour_plus6"
        case jackMixBox = "jack_mix_box_cc"
        case dbLinear = "db_linear"
        case midiQuantise = "midi_quantise"
        case meterFalloff = "meter_falloff"
    }

    struct Family: Decodable {
        let tolerance: Double
        let forward: [Row]
        let inverse, measured, inverseMax10: [Row]?

        enum CodingKeys: String, CodingKey {
            case tolerance, forward, inverse, measured
            case inverseMax10 = "inverse_max_10db"
        }
    }

    struct Row: Decodable {
        let pos, norm, mm, cc, gain, value, posQuantised: Double?
        let db: Decibels?

        enum CodingKeys: String, CodingKey {
            case pos, norm, mm, cc, gain, value, db
            case posQuantised = "pos_quantised"
        }

        /// The position, in whatever unit the row has it.
        var position: Double? {
            pos ?? norm ?? mm.map { $0 / 100 } ?? cc.map { $0 / 127 }
        }
    }

    /// A level that may be the string `-inf`.
    struct Decibels: Decodable {
        let value: Double

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            value = (try? container.decode(Double.self)) ?? -.infinity
        }
    }

    struct Fitted: Decodable {
        let cases: [Case]
    }

    struct Case: Decodable {
        let minDB, maxDB, lo, hi, exponent: Double?
        let rows: [Row]
        let inverse: [Row]?

        enum CodingKeys: String, CodingKey {
            case lo, hi, exponent, rows, inverse
            case minDB = "min_db"
            case maxDB = "max_db"
        }

        var low: Double { minDB ?? lo ?? .nan }
        var high: Double { maxDB ?? hi ?? .nan }
    }

    struct Rows<Row: Decodable>: Decodable {
        let rows: [Row]
    }

    struct PanRow: Decodable {
        let pos: Double
        let m3, m45, m6: [Double]

        enum CodingKeys: String, CodingKey {
            case pos, m3, m6
            case m45 = "m4_5"
        }
    }

    struct MIDIRow: Decodable {
        let norm: Double
        let cc7, pb14, mcu10: Int
    }

    struct FalloffRow: Decodable {
        let rate, start, time, db: Double

        enum CodingKeys: String, CodingKey {
            case db
            case rate = "rate_db_per_s"
            case start = "start_db"
            case time = "t_s"
        }
    }
}
