import Evdev
import Foundation

extension EvemuRecording {
    /// The same events in a fraction of the time.
    func hastened(by factor: Int) throws -> EvemuRecording {
        let lines = events.map { event in
            let microseconds = Int(event.time / .microseconds(1)) / factor
            let fraction = String(1_000_000 + microseconds % 1_000_000).dropFirst()
            let codes = [event.type, event.code].map { String($0, radix: 16) }
                .joined(separator: " ")
            return "E: \(microseconds / 1_000_000).\(fraction) \(codes) \(event.value)"
        }
        return try EvemuRecording(lines.joined(separator: "\n") + "\n", device: device)
    }
}
