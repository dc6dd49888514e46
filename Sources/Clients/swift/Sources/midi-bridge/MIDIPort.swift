// Sources are thread-safe, which the module does not say.
@preconcurrency import Dispatch
import Glibc

/// A raw MIDI device: bytes in, bytes out.
final class MIDIPort: Sendable {
    /// Why a device cannot be used.
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// What comes in; ends when the device is gone.
    let bytes: AsyncStream<[UInt8]>

    private let path: String
    private let descriptor: Int32
    private let source: any DispatchSourceRead

    init(path: String) throws {
        // What is in use already is an error, not something to wait for.
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

    /// Sends bytes, as fast as the line takes them: what a panel sends meanwhile is merged by the
    /// session that it comes from.
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
