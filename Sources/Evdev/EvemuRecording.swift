import CEvdev

/// A recording of an input device in evemu's text format: the device's description, and its events.
///
/// evemu's `evemu-format(5)` describes the format; `evemu-record` and `evemu-describe` write it.
/// Lines about the device (`N:` `I:` `P:` `B:` `A:`) and events (`E:`) may be in one text or in
/// two.
package struct EvemuRecording: Equatable, Sendable {
    /// One event as the kernel sent it.
    package struct Event: Equatable, Sendable {
        /// In a recording, since its first event; in a live event, on the monotonic clock.
        package var time: Duration
        package var type: UInt16
        package var code: UInt16
        package var value: Int32

        package init(time: Duration, type: UInt16, code: UInt16, value: Int32) {
            self.time = time
            self.type = type
            self.code = code
            self.value = value
        }

        /// Whether it ends a report (`SYN_REPORT`).
        package var isEndOfReport: Bool { Int32(type) == EV_SYN && Int32(code) == SYN_REPORT }

        /// Whether it reports that the kernel has dropped events (`SYN_DROPPED`).
        package var isLossOfEvents: Bool { Int32(type) == EV_SYN && Int32(code) == SYN_DROPPED }
    }

    package let device: DeviceDescription
    package let events: [Event]

    /// Parses a recording.
    ///
    /// - Parameters:
    ///   - text: the events and, usually, the device's description.
    ///   - device: the device's description if it is not in `text`.
    /// - Throws: `EvemuError` for an invalid line, or if there is no description.
    package init(_ text: String, device: DeviceDescription? = nil) throws(EvemuError) {
        let content = try EvemuText(text)
        if content.device.axes.isEmpty {
            guard let device else {
                throw EvemuError(
                    line: content.lines, reason: "the text has no A: line, which describes an axis")
            }
            self.device = device
        } else {
            self.device = content.device
        }
        events = content.events
    }
}

extension DeviceDescription {
    /// Parses a device's description, as `evemu-describe` writes it.
    package init(evemu text: String) throws(EvemuError) {
        let content = try EvemuText(text)
        guard !content.device.axes.isEmpty else {
            throw EvemuError(
                line: content.lines, reason: "the text has no A: line, which describes an axis")
        }
        self = content.device
    }
}
