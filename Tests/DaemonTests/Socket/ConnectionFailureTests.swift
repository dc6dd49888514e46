import Foundation
import Panel
import PanelProtocol
import Testing

@testable import GlassfaderDaemon

/// What becomes of a connection whose system calls fail. The others are served as before.
struct ConnectionFailureTests {
    /// Puts a device that cannot be waited for in the place of a descriptor.
    private func replaceByDevice(_ descriptor: Int32) {
        let device = open("/dev/null", O_RDWR | O_CLOEXEC)
        dup2(device, descriptor)
        close(device)
    }

    @Test func `a client that the kernel cannot watch is disconnected and logged, and no other`()
        throws
    {
        var limits = SocketLimits()
        limits.linesPerSecond = 100
        let desk = try SocketDesk(limits: limits)
        var descriptor: Int32 = -1
        let client = try desk.connect { descriptor = $0 }
        let other = try desk.connect()
        try desk.settle()
        // Above its allowance, it is neither read nor watched, and nothing is sent to it.
        client.send(String(repeating: #"{"cmd":"meters","v":{}}"# + "\n", count: 110))
        try desk.settle()
        replaceByDevice(descriptor)

        try desk.wait(.seconds(1))

        #expect(desk.server.connections.count == 1)
        #expect(
            desk.log.last
                == "closed c1 (process \(getpid()), user \(getuid())): "
                + "cannot watch a descriptor: Operation not permitted")
        _ = other.lines()
        #expect(try desk.ask(other, #"{"id":1,"cmd":"ping"}"#).count == 1)
    }

    @Test func `a client that the kernel cannot serve is disconnected, and the log says why`()
        throws
    {
        let desk = try SocketDesk()
        var descriptor: Int32 = -1
        let client = try desk.connect { descriptor = $0 }
        try desk.settle()
        client.send(#"{"id":1,"cmd":"screenshot"}"# + "\n")
        try desk.settle()
        replaceByDevice(descriptor)

        let takePicture = try #require(desk.pictureTakers.first)
        takePicture(.failure(.noPicture))
        try desk.settle()

        #expect(desk.server.connections.isEmpty)
        #expect(
            desk.log.last
                == "closed c1 (process \(getpid()), user \(getuid())): "
                + "cannot write to the client: Socket operation on non-socket")
    }

    @Test func `a client whose user is unknown is rejected, and the log says why`() throws {
        let desk = try SocketDesk()
        _ = try desk.connect { replaceByDevice($0) }
        #expect(desk.server.connections.isEmpty)
        #expect(
            desk.log == [
                "rejected a client: cannot query the client's user: Socket operation on non-socket"
            ])
    }
}
