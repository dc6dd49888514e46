import Glibc

/// A published law of a fader or a meter: from travel, 0…1, to decibels.
///
/// The raw values are the names used in panel files and by the socket.
public enum FaderLaw: String, CaseIterable, Hashable, Sendable {
    /// Behringer X32: four straight lines in dB, -90 to +10 (ardour-dev 2016-05-14, F. Homann).
    case x32
    /// PulseAudio, PipeWire and WirePlumber: the gain is the cube of the position.
    case cubic
    /// Ardour's `gain_to_position` (libs/pbd/pbd/control_math.h); its top is twice unity.
    case ardour
    /// A 100 mm console fader in millimetres (musicdsp.org, J. McCartney 2002).
    case console100mm = "console_100mm"
    /// OBS Studio's logarithmic fader (libobs/obs-audio-controls.c).
    case obsLog = "obs_log"
    /// OBS Studio's IEC fader, 9 dB in its top quarter; it is not the scale of a meter.
    case obsIEC = "obs_iec"
    /// MIDI controller 7 by General MIDI practice: 40·log10(cc/127).
    case midiCC7 = "midi_cc7"
    /// The scale of a meter by IEC 60268-18, 0 dB at the top.
    case iec60268x18 = "iec60268_18"
    /// The same scale stretched to +6 dB, as Ardour draws it (libs/ardour/ardour/logmeter.h).
    case iec60268x18Plus6 = "iec60268_18_plus6"

    /// The level below which the law is undefined: its position is 0.
    ///
    /// `cubic` and `midiCC7` have no end, so theirs is a choice: a level that is as good as
    /// silence.
    public var lowest: Double {
        switch self {
        case .x32, .cubic, .midiCC7: -90
        case .ardour: -192
        case .console100mm: -200
        case .obsLog: -96
        case .obsIEC: -150
        case .iec60268x18, .iec60268x18Plus6: -70
        }
    }

    /// The level at position 1, in dB.
    public var highest: Double {
        switch self {
        case .x32, .console100mm: 10
        case .ardour: 20 * log10(2)
        case .iec60268x18Plus6: 6
        case .cubic, .obsLog, .obsIEC, .midiCC7, .iec60268x18: 0
        }
    }

    /// Whether position 0 is silence rather than a level.
    public var hasOff: Bool {
        switch self {
        case .iec60268x18, .iec60268x18Plus6: false
        default: true
        }
    }

    /// The level at a position, in dB; -∞ at 0 and below where the law has an off position.
    ///
    /// Above 1, only `cubic` continues; the others stay at `highest`. NaN counts as 0.
    public func decibels(at position: Double) -> Double {
        guard position > 0 else { return hasOff ? -.infinity : lowest }
        switch self {
        case .cubic: return 60 * log10(position)
        case .midiCC7: return 40 * log10(min(position, 1))
        case .ardour: return Self.ardourDecibels(at: min(position, 1))
        case .obsLog: return position >= 1 ? 0 : 6 - 102 * pow(17, -position)
        default: return interpolate(position, over: { $0.position }, to: { $0.decibels })
        }
    }

    /// The position of a level in dB: 0…1, and above 1 only for `cubic`. NaN counts as -∞.
    public func position(ofDecibels decibels: Double) -> Double {
        guard decibels > -.infinity else { return 0 }
        switch self {
        case .cubic: return pow(10, decibels / 60)
        case .midiCC7: return min(pow(10, decibels / 40), 1)
        case .ardour: return Self.ardourPosition(ofDecibels: decibels)
        case .obsLog:
            guard decibels < 0 else { return 1 }
            return max(0, log10(102 / (6 - decibels)) / log10(17))
        default: return interpolate(decibels, over: { $0.decibels }, to: { $0.position })
        }
    }

    private static func ardourDecibels(at position: Double) -> Double {
        20 * log10(2) * (198 * pow(position, 1.0 / 8) - 192) / 6
    }

    private static func ardourPosition(ofDecibels decibels: Double) -> Double {
        let octaves = 6 * decibels / (20 * log10(2))
        // Ardour's own formula raises a negative number to the 8th power below 2^-32, and so rises
        // again.
        return min(pow(max(0, octaves + 192) / 198, 8), 1)
    }

    private typealias Point = (position: Double, decibels: Double)

    /// The corners of the laws that are piecewise linear in dB, from the lowest upwards.
    private var corners: [Point] {
        switch self {
        case .x32: [(0, -90), (0.0625, -60), (0.25, -30), (0.5, -10), (1, 10)]
        case .console100mm: [(0, -200), (0.04, -60), (0.16, -40), (0.52, -10), (1, 10)]
        case .obsIEC:
            [
                (0, -150), (0.025, -60), (0.075, -50), (0.15, -40), (0.3, -30), (0.5, -20),
                (0.75, -9), (1, 0),
            ]
        case .iec60268x18:
            [(0, -70), (0.025, -60), (0.075, -50), (0.15, -40), (0.3, -30), (0.5, -20), (1, 0)]
        case .iec60268x18Plus6:
            [
                (0, -70), (0.025 / 1.15, -60), (0.075 / 1.15, -50), (0.15 / 1.15, -40),
                (0.3 / 1.15, -30), (0.5 / 1.15, -20), (1, 6),
            ]
        case .cubic, .ardour, .obsLog, .midiCC7: []
        }
    }

    private func interpolate(
        _ x: Double, over from: (Point) -> Double, to: (Point) -> Double
    ) -> Double {
        let corners = corners
        guard let above = corners.firstIndex(where: { from($0) >= x }) else {
            return to(corners[corners.count - 1])
        }
        guard above > 0 else { return to(corners[0]) }
        let (low, high) = (corners[above - 1], corners[above])
        let fraction = (x - from(low)) / (from(high) - from(low))
        return to(low) + fraction * (to(high) - to(low))
    }
}
