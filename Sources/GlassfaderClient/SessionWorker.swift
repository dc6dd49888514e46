import Glibc
import PanelProtocol
import Synchronization

/// The thread that serves a session's connection.
final class SessionWorker: Sendable {
    private let path: String?
    private let name: String?
    private let subscription: PanelSubscription
    /// Rung when there are requests, or when the session is closed.
    private let bell: Bell
    private let shared: Mutex<Shared>

    /// A request that a task waits for, or that is sent without waiting.
    private struct Order {
        var request: PanelRequest
        var continuation: CheckedContinuation<Result<JSONObject, PanelClientError>, Never>?
    }

    /// The state that tasks and the thread share.
    private struct Shared {
        var orders: [Order] = []
        var updates = PendingUpdates()
        var listener: CheckedContinuation<PanelUpdate?, Never>?
        /// Why nothing can be sent; `nil` while connected, or before the first attempt.
        var outage: PanelClientError?
        var isClosed = false
    }

    init(
        path: String?, name: String?, subscription: PanelSubscription
    ) throws(PanelClientError) {
        self.path = path
        self.name = name
        self.subscription = subscription
        bell = try Bell()
        shared = Mutex(Shared())
    }

    /// Starts the thread, which retains this object until it is closed.
    func start() throws(PanelClientError) {
        var thread = pthread_t()
        let worker = Unmanaged.passRetained(self)
        let result = pthread_create(
            &thread, nil,
            { context in
                if let context {
                    Unmanaged<SessionWorker>.fromOpaque(context).takeRetainedValue().run()
                }
                return nil
            }, worker.toOpaque())
        guard result == 0 else {
            worker.release()
            throw .noThread(reason: String(cString: strerror(result)))
        }
        pthread_detach(thread)
    }

    // MARK: For tasks

    func close() {
        let listener = shared.withLock { shared in
            shared.isClosed = true
            defer { shared.listener = nil }
            return shared.listener
        }
        listener?.resume(returning: nil)
        bell.ring()
    }

    func send(_ request: PanelRequest) {
        enqueue(Order(request: request, continuation: nil))
    }

    func reply(to request: PanelRequest) async throws(PanelClientError) -> JSONObject {
        try await withCheckedContinuation { continuation in
            enqueue(Order(request: request, continuation: continuation))
        }.get()
    }

    private func enqueue(_ order: Order) {
        let rejection: PanelClientError? = shared.withLock { shared in
            if shared.isClosed { return .disconnected }
            if let outage = shared.outage { return outage }
            shared.orders.append(order)
            return nil
        }
        if let rejection {
            order.continuation?.resume(returning: .failure(rejection))
        } else {
            bell.ring()
        }
    }

    /// Waits for the next update; `nil` after the end, or if the task is cancelled.
    func nextUpdate() async -> PanelUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { listen($0) }
        } onCancel: {
            stopListening()
        }
    }

    private func listen(_ continuation: CheckedContinuation<PanelUpdate?, Never>) {
        stopListening()
        let (isOver, update) = shared.withLock { shared -> (Bool, PanelUpdate?) in
            if Task.isCancelled || shared.isClosed { return (true, nil) }
            if let update = shared.updates.removeFirst() { return (true, update) }
            shared.listener = continuation
            return (false, nil)
        }
        if isOver { continuation.resume(returning: update) }
    }

    private func stopListening() {
        let listener = shared.withLock { shared in
            defer { shared.listener = nil }
            return shared.listener
        }
        listener?.resume(returning: nil)
    }

    // MARK: The thread

    private var isClosed: Bool { shared.withLock { $0.isClosed } }

    private func run() {
        var pause: Int32 = 100
        while !isClosed {
            do throws(PanelClientError) {
                try serve(PanelConnection(path: path)) { pause = 100 }
            } catch {
                disconnected(error)
            }
            bell.wait(milliseconds: pause)
            pause = min(pause * 2, 2000)
        }
        disconnected(.disconnected)
    }

    /// Serves a connection until the session is closed. Throws when the connection ends.
    private func serve(
        _ connection: PanelConnection, onConnected: () -> Void
    ) throws(PanelClientError) {
        let first = try connection.receive(timeout: PanelConnection.replyTimeout)
        if let rejection = PanelConnection.rejection(first) { throw rejection }
        try connection.send(
            PanelRequest.greeting(name: name).line(id: -1)
                + PanelRequest.subscription(subscription).line(id: 0))
        _ = try PanelConnection.result(connection.receive(timeout: PanelConnection.replyTimeout))
            .get()
        let reply = try PanelConnection.result(
            connection.receive(timeout: PanelConnection.replyTimeout)
        )
        .get()
        append(.values(PanelEvent.readings(reply)), isConnected: true)
        onConnected()

        var sent: [Int64: Order] = [:]
        defer {
            for order in sent.values { order.continuation?.resume(returning: .failure(.noReply)) }
        }
        var number: Int64 = 0
        while !isClosed {
            // All are recorded before any is sent, so that none is lost with the connection.
            var lines: [UInt8] = []
            for order in takeOrders() {
                number += 1
                if order.continuation != nil { sent[number] = order }
                lines += order.request.line(id: order.continuation.map { _ in number })
            }
            try connection.send(lines)
            let message = try connection.receive(
                timeout: sent.isEmpty ? -1 : PanelConnection.replyTimeout, orUntil: bell.descriptor
            )
            guard let message else {
                guard bell.silence() else { throw .noReply }
                continue
            }
            if message["event"] != nil {
                append(.event(try connection.expected(PanelEvent(message))))
            } else if let id = message["id"]?.integer {
                sent.removeValue(forKey: id)?.continuation?.resume(
                    returning: PanelConnection.result(message))
            }
        }
    }

    private func takeOrders() -> [Order] {
        shared.withLock { shared in
            defer { shared.orders.removeAll() }
            return shared.orders
        }
    }

    private func append(_ update: PanelUpdate, isConnected: Bool = false) {
        let (listener, next) = shared.withLock { shared in
            if isConnected { shared.outage = nil }
            shared.updates.append(update)
            guard let listener = shared.listener else {
                return (CheckedContinuation<PanelUpdate?, Never>?.none, PanelUpdate?.none)
            }
            shared.listener = nil
            return (listener, shared.updates.removeFirst())
        }
        listener?.resume(returning: next)
    }

    /// An outage is reported once, not after each failed attempt to reconnect.
    private func disconnected(_ error: PanelClientError) {
        let (isNew, orders) = shared.withLock { shared in
            defer {
                shared.outage = error
                shared.orders.removeAll()
            }
            return (shared.outage == nil && !shared.isClosed, shared.orders)
        }
        for order in orders { order.continuation?.resume(returning: .failure(error)) }
        if isNew { append(.disconnected(error)) }
    }
}
