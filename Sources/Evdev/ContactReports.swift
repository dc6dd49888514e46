/// What one reading of a touchscreen gave: its reports, in the order of their times.
///
/// The contacts of all reports lie in one array, which the next reading uses again unless somebody
/// still holds this one.
package struct ContactReports: RandomAccessCollection, Sendable {
    /// The contacts that one report has news of.
    package struct Report: Sendable {
        /// On the monotonic clock.
        package var time: Duration
        /// First those that ended, then those that moved, then those that began.
        package var contacts: ArraySlice<Contact>
    }

    /// Whether there can be more reports after these.
    package enum Source: Equatable, Sendable {
        case present
        /// Unplugged, or taken away by the session. It does not come back under its descriptor.
        case gone
        /// It cannot be read. Its contacts are still to be cancelled.
        case failed(EvdevError)
    }

    /// What has become of the source after these reports.
    package var source = Source.present

    private var contacts: [Contact] = []
    private var ends: [(time: Duration, index: Int)] = []

    /// No reports, from a source that is still there.
    package init() {}

    /// The index of the first report.
    package var startIndex: Int { 0 }
    /// One more than the index of the last report.
    package var endIndex: Int { ends.count }

    /// One of the reports.
    package subscript(position: Int) -> Report {
        let start = position == 0 ? 0 : ends[position - 1].index
        return Report(
            time: ends[position].time, contacts: contacts[start..<ends[position].index])
    }

    /// Adds a report after the others.
    package mutating func append(_ contacts: [Contact], at time: Duration) {
        self.contacts.append(contentsOf: contacts)
        ends.append((time, self.contacts.count))
    }

    /// Begins the next reading, with the memory of the last.
    package mutating func removeAll() {
        source = .present
        contacts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }
}
