// Dispatch sources are thread-safe, although the module does not declare it.
@preconcurrency import Dispatch
import Glibc

/// A raw MIDI device that sends and receives bytes.
final class MIDIPort: Sendable {
    /// Why a device cannot be used.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The received bytes; ends when the device disconnects.
    let bytes: AsyncStream<[UInt8]>

    private let path: String
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    init(path: String) throws {
        // A device that is in use is an error: opening must not wait for it.
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0, fcntl(descriptor, F_SETFL, 0) == 0 else {
            throw Failure(description: "\(path): \(String(cString: strerror(errno)))")
        }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
        source.setEventHandler {
            var buffer = [UInt8](repeating: 0, count: 256)
            let count = read(descriptor, &buffer, buffer.count)
            if count > 0 {
                continuation.yield(Array(buffer[..<count]))
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                continuation.finish()
            }
        }
        source.activate()
        self.path = path
        self.descriptor = descriptor
        self.source = source
        bytes = stream
    }

    deinit {
        source.cancel()
        close(descriptor)
    }

    /// Sends bytes, at the speed of the line. Meanwhile, the session merges the panel's events.
    func send(_ bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            if count >= 0 {
                sent += count
            } else if errno != EINTR {
                throw Failure(description: "\(path): \(String(cString: strerror(errno)))")
            }
        }
    }
}
