import PanelProtocol
import Testing

struct RequestTests {
    @Test(arguments: [
        ("hello", "line 17: expected '{'"),
        ("[1]", "line 17: expected '{'"),
        ("GET / HTTP/1.1", "line 17: expected '{'"),
        ("\u{FEFF}{}", "line 17: expected '{'"),
        (#"{"cmd":"ping",}"#, "line 17, column 15: string or '}' expected"),
        (#"{"cmd":"ping"} {}"#, "line 17, column 16: end of file expected"),
        (#"{"cmd":"ping""#, "line 17, column 13: '}' expected"),
        (#"{'cmd':'ping'}"#, "line 17, column 2: string or '}' expected"),
        (#"{"cmd":NaN}"#, "line 17, column 10: invalid token"),
        (#"{"cmd":"set","value":1e999}"#, "line 17, column 26: real number overflow"),
        (
            #"{"cmd":"set","value":123456789012345678901234567890}"#,
            "line 17, column 51: too big integer"
        ),
        (#"{"cmd":"ping","cmd":"get"}"#, "line 17, column 19: duplicate object key"),
        (#"{"cmd":"\u0000"}"#, "line 17, column 15: \\u0000 is not allowed"),
    ])
    func `invalid JSON is rejected and the error gives the position`(line: String, message: String)
    {
        #expect(throws: RequestError(.parse, message)) {
            try Request(line: ArraySlice(line.utf8), number: 17)
        }
    }

    @Test(
        arguments: [
            [0xC0, 0xAF],  // overlong
            [0xED, 0xA0, 0x80],  // a surrogate
            [0xF4, 0x90, 0x80, 0x80],  // beyond U+10FFFF
            [0xE2, 0x82],  // cut short
            [0xFF], [0x00], [0x0A], [0x1B],
        ] as [[UInt8]])
    func `invalid UTF-8 and control characters are rejected and not echoed`(
        bytes: [UInt8]
    ) throws {
        let line = Array(#"{"cmd":""#.utf8) + bytes + Array(#""}"#.utf8)
        let rejection = #expect(throws: RequestError.self) {
            try Request(line: ArraySlice(line), number: 1)
        }
        let rejected = try #require(rejection)
        #expect(rejected.code == .parse)
        #expect(rejected.message.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        #expect(rejected.message.hasPrefix("line 1, column "))
    }

    @Test func `deep nesting is rejected before anything recurses`() {
        let deep = #"{"cmd":"ping","x":"# + String(repeating: "[", count: 60_000)
        #expect(throws: RequestError(.parse, "line 1, column 26: nested deeper than 8 levels")) {
            try Request(line: ArraySlice(deep.utf8), number: 1)
        }
        let brackets = #"{"cmd":"ping","x":"[[[[[[[[[[\"[[[["}"#
        #expect(throws: Never.self) { try Request(line: ArraySlice(brackets.utf8), number: 1) }
    }

    @Test(arguments: [
        (#"{}"#, "cmd", "cmd is missing"),
        (#"{"cmd":7}"#, "cmd", "cmd: expected a string"),
        (#"{"cmd":"get"}"#, "control", "control is missing"),
        (#"{"cmd":"get","control":["a"]}"#, "control", "control: expected a string"),
        (
            #"{"cmd":"set","control":"a"}"#, "value",
            "expected exactly one of value, norm, delta and delta_norm, found none"
        ),
        (
            #"{"cmd":"set","control":"a","value":1,"norm":0.5}"#, "value",
            "expected exactly one of value, norm, delta and delta_norm, found value and norm"
        ),
        (
            #"{"cmd":"accessibility","control":"a","action":"increment","part":1}"#, "part",
            "part: expected a string"
        ),
        (
            #"{"cmd":"accessibility","control":"a","action":"activate","part":"low"}"#, "part",
            "part: only increment and decrement have a part"
        ),
        (
            #"{"cmd":"set","control":"a","value":[1]}"#, "value",
            "value: expected a number, a string, or an object with a number for each part"
        ),
        (
            #"{"cmd":"set","control":"a","norm":null}"#, "norm",
            "norm: expected a number, a string, or an object with a number for each part"
        ),
        (
            #"{"cmd":"set","control":"a","delta":{"low":true}}"#, "delta",
            "delta: expected a number, a string, or an object with a number for each part"
        ),
        (
            #"{"cmd":"set","control":"a","value":1,"feedback":1}"#, "feedback",
            "feedback: expected true or false"
        ),
        (
            #"{"cmd":"set","control":"a","value":1,"over_ms":-1}"#, "over_ms",
            "over_ms: expected a number in 0.0...3600000.0"
        ),
        (
            #"{"cmd":"subscribe","match":[1]}"#, "match",
            "match: expected a pattern of at most 128 bytes, or an array of at most 64"
        ),
        (
            #"{"cmd":"subscribe","max_rate_hz":0}"#, "max_rate_hz",
            "max_rate_hz: expected a number in 0.1...60.0"
        ),
        (
            #"{"cmd":"subscribe","max_rate_hz":60.5}"#, "max_rate_hz",
            "max_rate_hz: expected a number in 0.1...60.0"
        ),
        (
            #"{"cmd":"scene","op":"store","name":"a","over_ms":100}"#, "over_ms",
            "over_ms: has no effect with the op store"
        ),
        (
            #"{"cmd":"scene","op":"list","name":"a"}"#, "name",
            "name: has no effect with the op list"
        ),
        (
            #"{"cmd":"lock","on":false,"except":["a"]}"#, "except",
            "except: has no effect with on: false"
        ),
        (
            #"{"cmd":"lock","on":false,"clients":true}"#, "clients",
            "clients: has no effect with on: false"
        ),
        (#"{"cmd":"meters"}"#, "v", "v is missing"),
        (#"{"cmd":"meters","v":[1]}"#, "v", Self.expectedLevels),
        (#"{"cmd":"meters","v":null}"#, "v", Self.expectedLevels),
        (#"{"cmd":"meters","v":{"a":-3}}"#, "v", Self.expectedLevels),
        (#"{"cmd":"meters","v":{"a":[-3],"b":["-3"]}}"#, "v", Self.expectedLevels),
        (#"{"cmd":"meters","v":{"a":[null]}}"#, "v", Self.expectedLevels),
        (#"{"cmd":"meters","v":{"a":[[-3]]}}"#, "v", Self.expectedLevels),
        (
            #"{"cmd":"meters","v":{"a":["# + Array(repeating: "0", count: 65).joined(separator: ",")
                + "]}}", "v", Self.expectedLevels
        ),
        (#"{"cmd":"plot"}"#, "v", "v is missing"),
        (
            #"{"cmd":"plot","v":{"a":[1,null]}}"#, "v",
            "v: expected an object with an array of at most 4096 numbers for each plot"
        ),
        (#"{"cmd":"hello","name":""}"#, "name", "name: expected 1 to 64 bytes"),
        (
            #"{"cmd":"ping","id":{}}"#, "id",
            "id: expected a number, or a string of at most 64 bytes"
        ),
    ])
    func `the error names a field that is missing or wrong`(
        line: String, field: String, message: String
    ) {
        #expect(throws: RequestError(.badRequest, message, field: field)) {
            try Request(line: ArraySlice(line.utf8), number: 1)
        }
    }

    static let expectedLevels =
        "v: expected an object with an array of at most 64 numbers, in dB, for each meter"

    @Test func `levels may be integers or decimals of any size, and a list of levels may be empty`()
        throws
    {
        let line = #"{"cmd":"meters","v":{"a":[-3,0.5,-1e300],"b":[]}}"#
        #expect(
            try Request(line: ArraySlice(line.utf8), number: 1).command
                == .meters([
                    MeterLevels(control: "a", decibels: [-3, 0.5, -1e300]),
                    MeterLevels(control: "b", decibels: []),
                ]))
    }

    @Test func `the points of several plots come in one request`() throws {
        let line = #"{"cmd":"plot","v":{"a":[0,0.5,-1e300],"b":[]}}"#
        #expect(
            try Request(line: ArraySlice(line.utf8), number: 1).command
                == .plot([
                    PlotPoints(control: "a", points: [0, 0.5, -1e300]),
                    PlotPoints(control: "b", points: []),
                ]))
    }

    @Test func `the error for a misspelt event, phase or command suggests the nearest name`()
        throws
    {
        for (line, near) in [
            (#"{"cmd":"subscribe","events":["valuechanged"]}"#, "valueChanged"),
            (#"{"cmd":"subscribe","phases":["end"]}"#, nil),
            (#"{"cmd":"subscribe","phases":["endde"]}"#, "ended"),
            (#"{"cmd":"subcsribe"}"#, "subscribe"),
        ] {
            let rejection = #expect(throws: RequestError.self) {
                try Request(line: ArraySlice(line.utf8), number: 1)
            }
            #expect(rejection?.near.first == near)
        }
    }

    @Test(arguments: [
        ("7", RequestID.integer(7)), ("-9223372036854775808", .integer(.min)), ("1.5", .real(1.5)),
        (#""a\nb""#, .string("a\nb")),
    ])
    func `a reply has the id exactly as it was sent, and so has an error`(
        id: String, expected: RequestID
    ) throws {
        let request = try Request(
            line: ArraySlice(#"{"id":\#(id),"cmd":"ping","new":[1,{}]}"#.utf8), number: 1)
        #expect(request.id == expected)
        #expect(request.command == .ping)

        let rejection = #expect(throws: RequestError.self) {
            try Request(line: ArraySlice(#"{"id":\#(id),"cmd":"pong"}"#.utf8), number: 1)
        }
        #expect(rejection?.id == expected)
    }

    @Test func `an id has at most 64 bytes`() throws {
        let longest = String(repeating: "ä", count: 32)
        let line = #"{"id":"\#(longest)","cmd":"ping"}"#
        #expect(try Request(line: ArraySlice(line.utf8), number: 1).id == .string(longest))
        #expect(throws: RequestError.self) {
            try Request(
                line: ArraySlice(#"{"id":"\#(longest)x","cmd":"ping"}"#.utf8), number: 1)
        }
    }

    @Test func `parts keep the order in which they were sent, and zero has no sign`() throws {
        let line = #"{"cmd":"set","control":"gate","value":{"low":-0.0,"high":3,"aux":1e-3}}"#
        let request = try Request(line: ArraySlice(line.utf8), number: 1)
        guard case .set(let set) = request.command, case .value(let value) = set.change else {
            Issue.record("not a set")
            return
        }
        #expect(value == .parts([.init("low", 0), .init("high", 3), .init("aux", 0.001)]))
        #expect(value[part: "low"]?.sign == .plus)
    }

    @Test func `a request for another protocol version is rejected`() {
        #expect(
            throws: RequestError(
                .unsupportedProtocol, "this server speaks protocol 1", field: "protocol",
                id: .integer(1))
        ) {
            try Request(
                line: ArraySlice(#"{"id":1,"cmd":"hello","protocol":2}"#.utf8), number: 1)
        }
    }

    @Test func `a line with thousands of members is parsed`() throws {
        let members = (0..<4000).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
        let line = #"{"cmd":"ping",\#(members)}"#
        #expect(try Request(line: ArraySlice(line.utf8), number: 1).command == .ping)
    }
}
