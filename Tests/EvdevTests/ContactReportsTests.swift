import Testing

@testable import Evdev

/// The reports of one reading.
struct ContactReportsTests {
    private func contact(_ number: Int) -> Contact {
        Contact(number: number, slot: 0, phase: .moved, x: 0, y: 0)
    }

    @Test func `each report has its own time and contacts`() {
        var reports = ContactReports()
        reports.append([contact(1), contact(2)], at: .milliseconds(10))
        reports.append([], at: .milliseconds(20))
        reports.append([contact(3)], at: .milliseconds(30))
        #expect(reports.map(\.time) == [.milliseconds(10), .milliseconds(20), .milliseconds(30)])
        #expect(reports.map { $0.contacts.map(\.number) } == [[1, 2], [], [3]])
        #expect(reports.source == .present)
    }

    @Test func `a new reading reuses the memory of the last one, unless that one is kept`() {
        func place(_ reports: ContactReports) -> UnsafePointer<Contact>? {
            reports.first?.contacts.withUnsafeBufferPointer { $0.baseAddress }
        }
        var reports = ContactReports()
        reports.append([contact(1), contact(2)], at: .zero)
        let first = place(reports)
        reports.source = .gone
        reports.removeAll()
        #expect(reports.isEmpty && reports.source == .present)
        reports.append([contact(3)], at: .zero)
        #expect(place(reports) == first)

        let kept = reports
        reports.removeAll()
        reports.append([contact(4)], at: .zero)
        #expect(kept.map { $0.contacts.map(\.number) } == [[3]])
    }
}
