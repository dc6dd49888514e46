import Foundation
import PanelProtocol
import TestVectors
import Testing

/// A message of `protocol_examples.jsonl`.
struct ProtocolExample {
    let isFromClient: Bool
    let name: String
    let message: NSDictionary

    /// The message as a client would send it.
    var line: ArraySlice<UInt8> {
        get throws { ArraySlice(try JSONSerialization.data(withJSONObject: message)) }
    }

    static func all() throws -> [ProtocolExample] {
        let text = try String(
            contentsOf: TestFiles.vectors.appending(path: "protocol_examples.jsonl"),
            encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            let object = try #require(
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? NSDictionary)
            return ProtocolExample(
                isFromClient: object["dir"] as? String == "c>s",
                name: try #require(object["case"] as? String),
                message: try #require(object["msg"] as? NSDictionary))
        }
    }

    static func named(_ name: String) throws -> NSDictionary {
        try #require(all().first { $0.name.hasPrefix(name) }).message
    }
}

/// The JSON of a line that was written.
func parsed(_ line: (inout JSONWriter) -> Void) throws -> NSDictionary {
    var writer = JSONWriter()
    line(&writer)
    #expect(writer.bytes.last == UInt8(ascii: "\n"))
    return try #require(
        try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? NSDictionary)
}
