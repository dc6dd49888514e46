import Glibc

/// A raw MIDI device.
final class Device {
    /// Why a device cannot be used.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ path: String) {
            description = "\(path): \(String(cString: strerror(errno)))"
        }
    }

    let descriptor: Int32
    private let path: String
    /// The bytes of the last messages that the device has not accepted yet.
    private var unsent: [UInt8] = []

    init(_ path: String) throws(Failure) {
        // A device that is in use is an error: opening must not wait for it.
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Failure(path) }
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Sends messages. Returns false if the device has no room for them now.
    func send(_ messages: [UInt8]) throws(Failure) -> Bool {
        guard try sendUnsent() else { return false }
        unsent = messages
        // The rest of a message goes before the next one.
        _ = try sendUnsent()
        return true
    }

    private func sendUnsent() throws(Failure) -> Bool {
        guard !unsent.isEmpty else { return true }
        let count = write(descriptor, unsent, unsent.count)
        guard count >= 0 else {
            if errno == EAGAIN || errno == EINTR { return false }
            throw Failure(path)
        }
        unsent.removeFirst(count)
        return unsent.isEmpty
    }

    /// The bytes that have arrived; empty if there are none.
    func receive() throws(Failure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        if count == 0 { errno = ENODEV }
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return [] }
            throw Failure(path)
        }
        return Array(bytes[..<count])
    }
}
