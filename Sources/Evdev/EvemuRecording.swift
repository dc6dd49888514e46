import CEvdev

/// A recording of an input device in evemu's text format: what the device is, and what it sent.
///
/// The format is described in evemu's `evemu-format(5)`; `evemu-record` and `evemu-describe`
/// write it. Lines of the device (`N:` `I:` `P:` `B:` `A:`) and of events (`E:`) may be in one
/// text or in two.
package struct EvemuRecording: Equatable, Sendable {
    /// One event as the kernel told it.
    package struct Event: Equatable, Sendable {
        /// Since the first event of the recording; of an event that just came, on the monotonic clock.
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

        /// Whether it completes a report (`SYN_REPORT`).
        package var isEndOfReport: Bool { Int32(type) == EV_SYN && Int32(code) == SYN_REPORT }

        /// Whether the kernel says with it that it dropped events (`SYN_DROPPED`).
        package var isLossOfEvents: Bool { Int32(type) == EV_SYN && Int32(code) == SYN_DROPPED }
    }

    package let device: DeviceDescription
    package let events: [Event]

    /// Reads a recording.
    ///
    /// - Parameters:
    ///   - text: events, and usually the device they came from.
    ///   - device: the device, when `text` does not describe it.
    /// - Throws: `EvemuError` for a line that is not understood, or if there is no device.
    package init(_ text: String, device: DeviceDescription? = nil) throws(EvemuError) {
        let content = try EvemuText(text)
        if content.device.axes.isEmpty {
            guard let device else {
                throw EvemuError(
                    line: content.lines, reason: "the text ends, and no A: line describes an axis")
            }
            self.device = device
        } else {
            self.device = content.device
        }
        events = content.events
    }
}

extension DeviceDescription {
    /// Reads the description of a device, as `evemu-describe` writes it.
    package init(evemu text: String) throws(EvemuError) {
        let content = try EvemuText(text)
        guard !content.device.axes.isEmpty else {
            throw EvemuError(
                line: content.lines, reason: "the text ends, and no A: line describes an axis")
        }
        self = content.device
    }
}
