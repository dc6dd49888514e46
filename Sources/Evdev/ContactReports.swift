/// The reports from one read of a touchscreen, in the order of their times.
///
/// All contacts are in one array. The next read reuses it, unless this value is still held
/// elsewhere.
package struct ContactReports: RandomAccessCollection, Sendable {
    /// The contacts that one report has changed.
    package struct Report: Sendable {
        /// On the monotonic clock.
        package var time: Duration
        /// First those that ended, then those that moved, then those that began.
        package var contacts: ArraySlice<Contact>
    }

    /// Whether the source can send more reports.
    package enum Source: Equatable, Sendable {
        case present
        /// It was unplugged or revoked. It will not come back under the same descriptor.
        case gone
        /// Reading has failed. The caller must cancel its contacts.
        case failed(EvdevError)
    }

    /// The state of the source after these reports.
    package var source = Source.present

    private var contacts: [Contact] = []
    private var ends: [(time: Duration, index: Int)] = []

    /// No reports, from a source that is present.
    package init() {}

    /// The index of the first report.
    package var startIndex: Int { 0 }
    /// One more than the index of the last report.
    package var endIndex: Int { ends.count }

    /// The report at an index.
    package subscript(position: Int) -> Report {
        let start = position == 0 ? 0 : ends[position - 1].index
        return Report(
            time: ends[position].time, contacts: contacts[start..<ends[position].index])
    }

    /// Appends a report.
    package mutating func append(_ contacts: [Contact], at time: Duration) {
        self.contacts.append(contentsOf: contacts)
        ends.append((time, self.contacts.count))
    }

    /// Removes all reports, and keeps the memory.
    package mutating func removeAll() {
        source = .present
        contacts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
