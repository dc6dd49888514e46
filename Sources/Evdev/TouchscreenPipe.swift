import CEvdev
import Glibc

/// A touchscreen that a program simulates: it writes `input_event` structures to a pipe, with times
/// on the monotonic clock.
///
/// When `descriptor` is readable, call `readReports(at:)`.
package final class TouchscreenPipe {
    package let path: String
    package let device: DeviceDescription
    /// Readable when there are events, and when the last writer has closed the pipe.
    package private(set) var descriptor: CInt
    /// How many times the program has sent `SYN_DROPPED`.
    package private(set) var overruns = 0

    private var table: SlotTable
    /// The result of the last read. The next read reuses its memory.
    private var reports = ContactReports()
    private var lastEvent = input_event()
    private var buffer = [UInt8](repeating: 0, count: 64 * MemoryLayout<input_event>.size)
    /// The time of the last read, and the latest time of an event of it.
    private var present = Duration.zero
    private var latest = Duration.zero
    /// How many times to read before other work goes on.
    private static let mostReads = 16
    /// How far an event's time may be after that of the read.
    private static let tolerance = Duration.seconds(1)
    /// How many bytes at the start of `buffer` are an incomplete event.
    private var kept = 0

    /// Opens the pipe at `path`. It need not have a writer yet.
    ///
    /// - Parameters:
    ///   - device: the description of the simulated touchscreen.
    ///   - quirks: corrections of the description. They are applied to the property `device`.
    /// - Throws: `EvdevError.failed` if the path cannot be opened or is not a pipe, `.rejected` if
    ///   the device cannot be used as a touchscreen.
    package init(
        path: String, device: DeviceDescription, quirks: TouchscreenQuirks = TouchscreenQuirks()
    ) throws(EvdevError) {
        do throws(Rejection) {
            self.device = quirks.corrected(device)
            table = try SlotTable(
                of: self.device, indicator: quirks.indicator(of: self.device), axisMap: quirks.axes,
                recovery: .snapshot)
        } catch {
            throw .rejected(path: path, error)
        }
        descriptor = try Self.open(path)
        self.path = path
    }

    private static func open(_ path: String) throws(EvdevError) -> CInt {
        let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed("open", path: path, errno: errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            let reason = errno
            close(descriptor)
            throw .failed("inspect", path: path, errno: reason)
        }
        guard status.st_mode & S_IFMT == S_IFIFO else {
            close(descriptor)
            throw .failed("read events from the non-pipe", path: path, errno: ESPIPE)
        }
        return descriptor
    }

    /// Opens the pipe again after the last writer has left, since the old descriptor would stay
    /// readable for ever. Changes `descriptor`.
    ///
    /// - Throws: `EvdevError.failed` if the pipe no longer exists; the old descriptor stays open.
    package func reopen() throws(EvdevError) {
        // Open before closing, so that the next writer's events are not lost.
        let next = try Self.open(path)
        close(descriptor)
        descriptor = next
        // Discard the incomplete event of the last writer.
        kept = 0
        // The next writer is another device: it starts without contacts.
        _ = table.recover(from: DeviceState())
    }

    deinit {
        close(descriptor)
    }

    /// Reads reports that have changes, from so many bytes that other work can go on. The pipe
    /// stays readable while there are more.
    ///
    /// When the last writer has left, the last report cancels all contacts.
    ///
    /// - Parameter now: The present time. An event with a time far after it, such as one on another
    ///   clock, happens now.
    package func readReports(at now: Duration) -> ContactReports {
        reports.removeAll()
        latest = now + Self.tolerance
        present = now
        for _ in 0..<Self.mostReads {
            let wanted = buffer.count - kept
            let count = buffer.withUnsafeMutableBytes { [kept] bytes in
                read(descriptor, bytes.baseAddress.map { $0 + kept }, wanted)
            }
            switch count {
            case 0:
                guard hasHungUp else { return reports }
                cancel(at: time(of: lastEvent))
                reports.source = .gone
                return reports
            case ..<0 where errno == EINTR:
                continue
            case ..<0:
                if errno != EAGAIN {
                    reports.source = .failed(.failed("read", path: path, errno: errno))
                }
                return reports
            default:
                handle(kept + count)
                // Later events make the pipe readable again.
                if count < wanted { return reports }
            }
        }
        return reports
    }

    /// The time of an event.
    private func time(of event: input_event) -> Duration {
        let time = Duration(of: event)
        return time > latest ? present : time
    }

    /// Whether there was a writer since the pipe was opened, and now there is none.
    private var hasHungUp: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    }

    /// Cancels all contacts, and ignores their fingers until they lift.
    package func cancelContacts(at time: Duration) -> ContactReports {
        reports.removeAll()
        cancel(at: time)
        return reports
    }

    /// Ends the contact of a silent single-touch device, as if the finger had lifted.
    package func releaseContact(at time: Duration) -> ContactReports {
        reports.removeAll()
        if table.releaseContact() { reports.append(table.contacts, at: time) }
        return reports
    }

    private func cancel(at time: Duration) {
        if table.cancelContacts() { reports.append(table.contacts, at: time) }
    }

    /// Handles the complete events in the buffer's first bytes, and keeps the rest.
    private func handle(_ count: Int) {
        let size = MemoryLayout<input_event>.size
        let whole = count / size * size
        for offset in stride(from: 0, to: whole, by: size) {
            handle(
                buffer.withUnsafeBytes {
                    $0.loadUnaligned(fromByteOffset: offset, as: input_event.self)
                })
        }
        kept = count - whole
        for index in 0..<kept { buffer[index] = buffer[whole + index] }
    }

    private func handle(_ event: input_event) {
        lastEvent = event
        if table.handle(type: event.type, code: event.code, value: event.value) {
            reports.append(table.contacts, at: time(of: event))
        }
        // The state of a simulated device cannot be queried.
        if table.needsSnapshot {
            overruns += 1
            cancel(at: time(of: event))
        }
    }
}
