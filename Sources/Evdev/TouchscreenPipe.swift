import CEvdev
import Glibc

/// A touchscreen that a program poses as: the kernel's `input_event` structures come through a
/// pipe, with times on the monotonic clock.
///
/// Wait for `descriptor` to become readable, then call `readReports()`.
package final class TouchscreenPipe {
    package let path: String
    package let device: DeviceDescription
    /// Readable when there are events, and when the last writer has closed the pipe.
    package private(set) var descriptor: CInt
    /// How often events were said to be lost.
    package private(set) var overruns = 0

    private var table: SlotTable
    /// What the last reading gave; the next one uses its memory again.
    private var reports = ContactReports()
    private var lastEvent = input_event()
    private var buffer = [UInt8](repeating: 0, count: 64 * MemoryLayout<input_event>.size)
    /// How much of `buffer` is the beginning of an event whose rest is still to come.
    private var kept = 0

    /// Opens the pipe at `path`, which nobody has to write to yet.
    ///
    /// - Parameters:
    ///   - device: what the touchscreen would say of itself.
    ///   - quirks: what is known better. The property `device` has it corrected.
    /// - Throws: `EvdevError.failed` if it cannot be opened or is no pipe, `.rejected` if the
    ///   device is no touchscreen.
    package init(
        path: String, device: DeviceDescription, quirks: TouchscreenQuirks = TouchscreenQuirks()
    ) throws(EvdevError) {
        do throws(Rejection) {
            self.device = quirks.corrected(device)
            table = try SlotTable(
                of: self.device, sign: quirks.sign(of: self.device), axisMap: quirks.axes,
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
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
            close(descriptor)
            throw .failed("read events from what is no pipe,", path: path, errno: ESPIPE)
        }
        return descriptor
    }

    /// Opens the pipe again when the last writer has left: the old descriptor stays readable for
    /// ever. `descriptor` is another then.
    ///
    /// - Throws: `EvdevError.failed`, if the pipe is there no longer; the old one stays open.
    package func reopen() throws(EvdevError) {
        // The new one first: what the next writer has written meanwhile stays in the pipe.
        let next = try Self.open(path)
        close(descriptor)
        descriptor = next
        // The beginning of an event that nobody will finish.
        kept = 0
        // The next writer is another device: nothing is on it, whatever its tracking IDs are.
        _ = table.recover(from: DeviceState())
    }

    deinit {
        close(descriptor)
    }

    /// Reads what there is: each report that has news in it.
    ///
    /// When nobody writes to the pipe any more, the last report cancels its contacts.
    package func readReports() -> ContactReports {
        reports.removeAll()
        while true {
            let wanted = buffer.count - kept
            let count = buffer.withUnsafeMutableBytes { [kept] bytes in
                read(descriptor, bytes.baseAddress.map { $0 + kept }, wanted)
            }
            switch count {
            case 0:
                guard hasHungUp else { return reports }
                cancel(at: Duration(of: lastEvent))
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
                // What comes meanwhile makes the pipe readable again.
                if count < wanted { return reports }
            }
        }
    }

    /// Whether there was a writer since the pipe was opened, and there is none now.
    private var hasHungUp: Bool {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    }

    /// Ends every contact as cancelled, and ignores the fingers until they lift.
    package func cancelContacts(at time: Duration) -> ContactReports {
        reports.removeAll()
        cancel(at: time)
        return reports
    }

    /// Ends the contact of a single-touch device that is silent, as if the finger had lifted.
    package func releaseContact(at time: Duration) -> ContactReports {
        reports.removeAll()
        if table.releaseContact() { reports.append(table.contacts, at: time) }
        return reports
    }

    private func cancel(at time: Duration) {
        if table.cancelContacts() { reports.append(table.contacts, at: time) }
    }

    /// Handles the whole events of the buffer's first bytes, and keeps the rest.
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
            reports.append(table.contacts, at: Duration(of: event))
        }
        // Nobody can be asked for the state of a device that is none.
        if table.needsSnapshot {
            overruns += 1
            cancel(at: Duration(of: event))
        }
    }
}
