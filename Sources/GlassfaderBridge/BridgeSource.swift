import EventLoop

/// Something that the loop of a bridge waits for, until this is released.
public final class BridgeSource {
    private let source: EventSource

    fileprivate init(_ source: EventSource) {
        self.source = source
    }
}

extension Bridge {
    /// Calls a handler each time a descriptor can be read, or has an error or an end to read.
    /// Release the source before you close the descriptor.
    ///
    /// - Throws: An error with the errno of epoll_ctl(2), such as for a descriptor of a file.
    public func whenReadable(
        _ descriptor: Int32, _ handler: @escaping () -> Void
    ) throws -> BridgeSource {
        BridgeSource(try loop.readable(descriptor) { handler() })
    }
}
