import Evdev

extension EvemuRecording {
    /// The same events in a fraction of the time.
    func hastened(by factor: Int) throws -> EvemuRecording {
        var writer = EvemuWriter()
        let lines = events.map { event in
            var event = event
            event.time /= factor
            return writer.line(for: event)
        }
        return try EvemuRecording(lines.joined(), device: device)
    }
}
