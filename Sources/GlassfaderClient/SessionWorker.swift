import Glibc
import PanelProtocol
import Synchronization
import Threads

/// The thread that serves a session's connection.
final class SessionWorker: Sendable {
    private let path: String?
    private let name: String?
    private let subscription: PanelRequest
    /// Signalled when there are requests, or when the session is closed.
    private let wakeUp: WakeCounter
    private let shared: Mutex<Shared>

    /// A request that a task waits for.
    private struct PendingRequest {
        let request: PanelRequest
        let continuation: CheckedContinuation<Result<JSONObject, PanelClientError>, Never>
        /// Until when the reply may take; `nil` before it is sent.
        var deadline: ReplyDeadline?
    }

    /// The state that tasks and the thread share.
    private struct Shared {
        var requests: [PendingRequest] = []
        /// What is sent without waiting for a reply.
        var readings = Readings()
        var updates = PendingUpdates()
        var waiting: CheckedContinuation<PanelUpdate?, Never>?
        /// Why nothing can be sent; `nil` while connected, or before the first attempt.
        var outage: PanelClientError?
        var isClosed = false
    }

    init(
        path: String?, name: String?, subscription: PanelSubscription
    ) throws(PanelClientError) {
        guard let wakeUp = WakeCounter() else {
            throw .noThread(reason: "eventfd: \(String(cString: strerror(errno)))")
        }
        self.wakeUp = wakeUp
        self.path = path
        self.name = name
        self.subscription = try PanelRequest.subscription(subscription)
        shared = Mutex(Shared())
    }

    /// Starts the thread, which retains this object until it is closed.
    func start() throws(PanelClientError) {
        guard let thread = BackgroundThread(run: { self.run() }) else {
            throw .noThread(reason: String(cString: strerror(errno)))
        }
        thread.detach()
    }

    // MARK: For tasks

    func close() {
        let waiting = shared.withLock { shared in
            shared.isClosed = true
            defer { shared.waiting = nil }
            return shared.waiting
        }
        waiting?.resume(returning: nil)
        wakeUp.signal()
    }

    /// Changes what is sent next without waiting for a reply.
    func send(_ change: (inout Readings) -> Void) {
        shared.withLock { shared in
            if !shared.isClosed, shared.outage == nil { change(&shared.readings) }
        }
        wakeUp.signal()
    }

    func reply(to request: PanelRequest) async throws(PanelClientError) -> JSONObject {
        try await withCheckedContinuation { continuation in
            enqueue(PendingRequest(request: request, continuation: continuation))
        }.get()
    }

    private func enqueue(_ pending: PendingRequest) {
        let rejection: PanelClientError? = shared.withLock { shared in
            if shared.isClosed { return .disconnected }
            if let outage = shared.outage { return outage }
            shared.requests.append(pending)
            return nil
        }
        if let rejection {
            pending.continuation.resume(returning: .failure(rejection))
        } else {
            wakeUp.signal()
        }
    }

    /// Waits for the next update; `nil` after the end, or if the task is cancelled.
    func nextUpdate() async -> PanelUpdate? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waitForUpdate($0) }
        } onCancel: {
            stopWaiting()
        }
    }

    private func waitForUpdate(_ continuation: CheckedContinuation<PanelUpdate?, Never>) {
        stopWaiting()
        let (isOver, update) = shared.withLock { shared -> (Bool, PanelUpdate?) in
            if Task.isCancelled || shared.isClosed { return (true, nil) }
            if let update = shared.updates.removeFirst() { return (true, update) }
            shared.waiting = continuation
            return (false, nil)
        }
        if isOver { continuation.resume(returning: update) }
    }

    private func stopWaiting() {
        let waiting = shared.withLock { shared in
            defer { shared.waiting = nil }
            return shared.waiting
        }
        waiting?.resume(returning: nil)
    }

    // MARK: The thread

    /// The `id` of a further subscription. The first one has 0, and those of requests are above it.
    private static let resubscription: Int64 = -2

    private var isClosed: Bool { shared.withLock { $0.isClosed } }

    private func run() {
        var pause: Int32 = 100
        while !isClosed {
            // What ends the connection is also why these requests get no replies.
            var sent: [Int64: PendingRequest] = [:]
            var end = PanelClientError.disconnected
            do throws(PanelClientError) {
                let connection = try PanelConnection(path: path)
                try greet(connection)
                pause = 100
                try serve(connection, &sent)
            } catch {
                end = error
                disconnected(error)
            }
            for pending in sent.values { pending.continuation.resume(returning: .failure(end)) }
            wakeUp.wait(milliseconds: pause)
            wakeUp.clear()
            pause = min(pause * 2, 2000)
        }
        disconnected(.disconnected)
    }

    /// Begins a connection: the handshake, and the present values.
    private func greet(_ connection: PanelConnection) throws(PanelClientError) {
        let first = try connection.receive(timeout: PanelConnection.replyTimeout)
        if let rejection = PanelConnection.rejection(first) { throw rejection }
        try connection.send(
            try PanelRequest.greeting(name: name).line(id: -1) + subscription.line(id: 0))
        _ = try PanelConnection.result(connection.receive(timeout: PanelConnection.replyTimeout))
            .get()
        let reply = try PanelConnection.result(
            connection.receive(timeout: PanelConnection.replyTimeout)
        )
        .get()
        append(.snapshot(PanelSnapshot(reply)), isConnected: true)
    }

    /// Serves a connection until the session is closed. Throws when the connection ends.
    ///
    /// - Parameter sent: The requests without a reply, by `id`. It keeps those of the end.
    private func serve(
        _ connection: PanelConnection, _ sent: inout [Int64: PendingRequest]
    ) throws(PanelClientError) {
        var number: Int64 = 0
        /// The first request without a reply, or the next one to come.
        var oldest: Int64 = 1
        while !isClosed {
            // All are recorded before any is sent, so that none is lost with the connection.
            let (requests, readings) = takeRequests()
            var lines = readings.lines
            let first = number + 1
            for pending in requests {
                do throws(PanelClientError) {
                    lines += try pending.request.line(id: number + 1)
                    number += 1
                    sent[number] = pending
                } catch {
                    pending.continuation.resume(returning: .failure(error))
                }
            }
            try connection.send(lines)
            for number in stride(from: first, through: number, by: 1) {
                sent[number]?.deadline = ReplyDeadline()
            }
            while oldest <= number, sent[oldest] == nil { oldest += 1 }
            let message = try connection.receive(
                timeout: sent[oldest]?.deadline?.milliseconds ?? -1, orUntil: wakeUp.descriptor)
            guard let message else {
                guard wakeUp.clear() else { throw .noReply }
                continue
            }
            if message["event"] != nil {
                let event = try connection.expected(PanelEvent(message))
                append(.event(event))
                // Controls may have been added, and events tell nothing of their values.
                if case .configReloaded = event {
                    try connection.send(subscription.line(id: Self.resubscription))
                }
            } else if message["id"]?.integer == Self.resubscription {
                append(.snapshot(PanelSnapshot(try PanelConnection.result(message).get())))
            } else if let id = message["id"]?.integer {
                sent.removeValue(forKey: id)?.continuation.resume(
                    returning: PanelConnection.result(message))
            }
        }
    }

    private func takeRequests() -> ([PendingRequest], Readings) {
        shared.withLock { shared in
            defer {
                shared.requests.removeAll()
                shared.readings = Readings()
            }
            return (shared.requests, shared.readings)
        }
    }

    private func append(_ update: PanelUpdate, isConnected: Bool = false) {
        let (waiting, next) = shared.withLock { shared in
            if isConnected { shared.outage = nil }
            shared.updates.append(update)
            guard let waiting = shared.waiting else {
                return (CheckedContinuation<PanelUpdate?, Never>?.none, PanelUpdate?.none)
            }
            shared.waiting = nil
            return (waiting, shared.updates.removeFirst())
        }
        waiting?.resume(returning: next)
    }

    /// An outage is reported once, not after each failed attempt to reconnect.
    private func disconnected(_ error: PanelClientError) {
        let (isNew, requests) = shared.withLock { shared in
            defer {
                shared.outage = error
                shared.requests.removeAll()
                shared.readings = Readings()
            }
            return (shared.outage == nil && !shared.isClosed, shared.requests)
        }
        for pending in requests { pending.continuation.resume(returning: .failure(error)) }
        if isNew { append(.disconnected(error)) }
    }
}
