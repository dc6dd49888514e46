import Foundation
import TestVectors
import Testing

@testable import PanelProtocol

struct LimitTests {
    @Test func `the manual page lists exactly the limits that apply`() throws {
        let page = try TestFiles.text("Config/man/glassfader-protocol.7")
        let rows = page.split(separator: "\n").filter { $0.contains(" Ta ") }.map(String.init)
        let limits = Limit.allCases.map { limit in
            let consequences = limit.consequences.map(\.rawValue).joined(separator: ", ")
            return ".It \(limit.rawValue) Ta \(limit.most) Ta \(consequences)"
        }
        #expect(rows == limits)
    }

    @Test func `every error code of a limit exists`() {
        for limit in Limit.allCases {
            #expect(!limit.consequences.isEmpty)
            for consequence in limit.consequences
            where ![.file, .log, .oldest, .first, .resync].contains(consequence) {
                #expect(RequestError.Code(rawValue: consequence.rawValue) != nil)
            }
        }
    }

    @Test func `a limit error reports the count found and the count allowed`() {
        #expect(Limit.pages.problem(with: 64) == nil)
        #expect(Limit.pages.problem(with: 65) == "65 pages: at most 64 are allowed")
        #expect(throws: RequestError(.full, "513 links: at most 512 are allowed", field: "name")) {
            try Limit.links.check(513, field: "name")
        }
    }

    @Test(arguments: [
        (#""cmd":"style","control":"a","label":"\#(String(repeating: "x", count: 257))""#, "label"),
        (
            #""cmd":"hello","name":"\#(String(repeating: "x", count: 65))""#, "name"
        ),
        (#""cmd":"unlink","name":"\#(String(repeating: "x", count: 65))""#, "name"),
        (
            #""cmd":"list","match":[\#(Array(repeating: #""a""#, count: 65).joined(separator: ","))]"#,
            "match"
        ),
        (#""cmd":"list","match":"\#(String(repeating: "x", count: 129))""#, "match"),
        (
            #""cmd":"link","name":"l","controls":[\#(Array(repeating: #""a""#, count: 257).joined(separator: ","))]"#,
            "controls"
        ),
        (
            #""cmd":"meters","v":{"m":[\#(Array(repeating: "0", count: 65).joined(separator: ","))]}"#,
            "v"
        ),
        (
            #""cmd":"plot","v":{"m":[\#(Array(repeating: "0", count: 4097).joined(separator: ","))]}"#,
            "v"
        ),
        (
            #""cmd":"batch","ops":[\#(Array(repeating: #"{"control":"a","value":1}"#, count: 1025).joined(separator: ","))]"#,
            "ops"
        ),
    ])
    func `a request beyond a limit is rejected and the error names the field`(
        _ members: String, _ field: String
    ) {
        do throws(RequestError) {
            _ = try Request(line: Array("{\(members)}".utf8)[...], number: 1)
            Issue.record("it is taken")
        } catch {
            #expect(error.code == .badRequest && error.field == field, "\(error)")
        }
    }
}
