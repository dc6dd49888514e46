/// A request to set several controls at once: all of them or none.
package struct BatchRequest: Equatable, Sendable {
    /// The maximum number of values in one request.
    package static let mostOperations = 1024

    /// The values, in order.
    package var operations: [SetRequest]

    /// Creates a request.
    package init(_ operations: [SetRequest]) {
        self.operations = operations
    }

    init(_ fields: Fields) throws(RequestError) {
        operations = []
        for (index, fields) in try fields.objects("ops", atMost: Self.mostOperations).enumerated() {
            do throws(RequestError) {
                let command = try fields.string("cmd") ?? "set"
                guard command == "set" else {
                    throw RequestError(
                        .badRequest,
                        "a batch may contain only 'set', "
                            + "found '\(RequestError.shortened(command))'",
                        field: "cmd")
                }
                operations.append(try SetRequest(fields))
            } catch {
                throw error.inOperation(index)
            }
        }
    }
}

extension RequestError {
    /// The same error, reported for one operation of a batch.
    package func inOperation(_ index: Int) -> RequestError {
        var error = self
        error.message = "ops[\(index)]: \(message)"
        error.field = field.map { "ops[\(index)].\($0)" } ?? "ops[\(index)]"
        return error
    }
}
