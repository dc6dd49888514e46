import EventLoop
import GlassfaderBridge
import Glibc

/// Whether engines are there, and what keeps their subscriptions alive.
extension OSCNetwork {
    private static let retryInterval = Duration.seconds(1)
    /// Streams that are silent for so long have ended: several of their packets were not just lost.
    private static let longestSilence = Duration.milliseconds(400)
    /// A connection that takes longer than this to the first answer is tried again.
    private static let longestOpening = Duration.seconds(5)
    /// So many probes are sent to one of several addresses.
    private static let mostProbes = 3

    // MARK: Probes

    /// Looks whether each engine is there.
    func probe(_ now: Duration) throws {
        for index in peers.indices {
            if peers[index].isLookupDue(at: now) { lookUp(index, now) }
            guard open(index, now) else { continue }
            if options.probe != nil {
                ask(index, now)
            } else if !peers[index].isConnected {
                if peers[index].lastRefused.map({ now - $0 >= Self.retryInterval / 2 }) ?? true {
                    connected(index)
                }
            } else if peers[index].isAbsenceKnown {
                // It got all values, and nothing of them was refused.
                peers[index].endAbsence()
                log.log("engine \(peers[index].endpoint): takes packets again", .notice)
            }
        }
        try scheduleProbe()
    }

    private func scheduleProbe() throws {
        if options.probe != nil {
            try probeTimer?.fire(at: loop.now + options.probeInterval)
        } else if !peers.allSatisfy({ $0.isConnected && !$0.isAbsenceKnown }) {
            try probeTimer?.fire(at: loop.now + Self.retryInterval)
        }
    }

    /// Sends the probe, which the engine answers.
    private func ask(_ index: Int, _ now: Duration) {
        guard let probe = options.probe else { return }
        let isSilent = peers[index].lastHeard.map { now - $0 > options.probeInterval * 2.5 } ?? true
        if peers[index].isConnected, isSilent {
            lost(index, SocketError(operation: "hear it", errno: ETIMEDOUT))
            if peers[index].isStream { return }
        }
        // An engine may answer only those who have introduced themselves.
        if !peers[index].isConnected { greet(index) }
        send(probe.bytes, to: index)
        peers[index].unanswered += 1
        if !peers[index].isConnected, peers[index].unanswered.isMultiple(of: Self.mostProbes) {
            peers[index].useNextAddress()
        }
    }

    // MARK: Addresses and connections

    private func lookUp(_ index: Int, _ now: Duration) {
        peers[index].lookupBegan(at: now)
        hosts.find(peers[index].endpoint) { [weak self] in self?.found($0, index) }
    }

    private func found(_ addresses: [SocketAddress], _ index: Int) {
        guard !addresses.isEmpty else {
            // The name server may be away, and the former address still right.
            if peers[index].address == nil {
                reportAbsence(index, "unknown host\(Sandbox.advice)")
            }
            return
        }
        guard !peers[index].isConnected || peers[index].isAbsenceKnown,
            peers[index].use(addresses)
        else { return }
        disconnect(index)
        try? probeTimer?.fire(at: loop.now)
    }

    /// Opens a socket or a connection to an engine. Returns whether packets can be sent to it now.
    private func open(_ index: Int, _ now: Duration) -> Bool {
        guard let address = peers[index].address else { return false }
        if peers[index].isStream { return openStream(index, to: address, now) }
        do {
            try sockets.open(to: address)
            return true
        } catch {
            reportAbsence(index, "\(error)")
            peers[index].useNextAddress()
            return false
        }
    }

    private func openStream(_ index: Int, to address: SocketAddress, _ now: Duration) -> Bool {
        if let stream = peers[index].stream {
            if !peers[index].isConnected, now - peers[index].opened > Self.longestOpening {
                lost(
                    index,
                    SocketError(
                        operation: stream.isConnected ? "hear it" : "connect", errno: ETIMEDOUT))
                return false
            }
            return stream.isConnected
        }
        do {
            let stream = try OSCStream(to: address)
            peers[index].stream = stream
            peers[index].opened = now
            peers[index].source = try loop.ready(stream.descriptor, for: [.readable, .writable]) {
                [unowned self] ready in streamIsReady(index, ready)
            }
        } catch {
            lost(index, error as? SocketError ?? SocketError(operation: "connect", errno: EIO))
        }
        return false
    }

    private func streamIsReady(_ index: Int, _ ready: Readiness) {
        guard let stream = peers[index].stream else { return }
        do throws(SocketError) {
            if !stream.isConnected {
                try stream.finishConnecting()
                if options.probe == nil { connected(index) } else { ask(index, loop.now) }
            }
            if ready.contains(.writable) { try stream.sendUnsent() }
            if ready.contains(.readable) || ready.contains(.hungUp) {
                for packet in try stream.receive() { read(packet, from: index) }
            }
            watch(index)
        } catch {
            lost(index, error)
        }
    }

    /// Waits for data from a stream and, if some waits to be sent, for room in its socket.
    func watch(_ index: Int) {
        guard let stream = peers[index].stream, stream.isConnected else { return }
        try? peers[index].source?.watch(for: stream.hasUnsent ? [.readable, .writable] : .readable)
    }

    // MARK: Being there

    /// An engine is there: it has answered, or may be.
    func connected(_ index: Int) {
        guard !peers[index].isConnected else { return }
        peers[index].isConnected = true
        peers[index].unanswered = 0
        if options.probe != nil || peers[index].isStream {
            log.log("engine \(peers[index].endpoint): connected", .notice)
            peers[index].endAbsence()
        } else if peers[index].lastRefused == nil {
            log.log(
                "engine \(peers[index].endpoint): sending values without knowing whether it "
                    + "answers (the dialect has no probe)")
        }
        // Engines with a probe get the greeting together with it.
        let messages = options.probe != nil ? options.renew : options.hello + options.renew
        if !options.renew.isEmpty { peers[index].renewal = loop.now + options.renewInterval }
        for message in messages { send(message.bytes, to: index) }
        // The greeting may have failed.
        guard peers[index].isConnected else { return }
        scheduleRenewal()
        onConnected(index)
    }

    /// An engine is gone. It may be back at another address of its host.
    func lost(_ index: Int, _ error: SocketError) {
        peers[index].lastRefused = loop.now
        peers[index].useNextAddress()
        reportAbsence(index, "\(error)")
        disconnect(index)
        if probeTimer?.isArmed == false { try? probeTimer?.fire(at: loop.now + Self.retryInterval) }
    }

    private func disconnect(_ index: Int) {
        // Before its descriptor is closed.
        try? peers[index].source?.disarm()
        peers[index].source = nil
        peers[index].stream = nil
        peers[index].renewal = nil
        peers[index].silence = nil
        peers[index].isKnown = false
        let wasConnected = peers[index].isConnected
        peers[index].isConnected = false
        if wasConnected { onLost(index) }
    }

    private func reportAbsence(_ index: Int, _ reason: String) {
        guard !peers[index].isAbsenceKnown else { return }
        peers[index].isAbsenceKnown = true
        log.log("engine \(peers[index].endpoint): \(reason); trying again", .warning)
    }

    // MARK: Subscriptions

    /// An engine has sent what it sends all the time. If nothing more comes, a renewal was lost, or
    /// the engine was started again.
    func noteStream(from index: Int) {
        guard peers[index].isConnected else { return }
        peers[index].silence = loop.now + Self.longestSilence
        scheduleRenewal()
    }

    /// Renews the subscriptions that are due, each engine's by itself.
    func renew(_ now: Duration) throws {
        for index in peers.indices {
            guard let due = peers[index].nextRenewal, due <= now else { continue }
            if !options.renew.isEmpty { peers[index].renewal = now + options.renewInterval }
            if peers[index].silence.map({ $0 <= now }) == true {
                peers[index].silence = now + Self.retryInterval
            }
            for message in options.renew { _ = send([message], to: index) }
            if peers[index].isConnected { onRenewed(index) }
        }
        scheduleRenewal()
    }

    private func scheduleRenewal() {
        if let due = peers.compactMap(\.nextRenewal).min() { try? renewTimer?.fire(at: due) }
    }
}
