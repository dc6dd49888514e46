/// The request to give several controls their values at once: all of them or none.
package struct BatchRequest: Equatable, Sendable {
    /// The most values in one request.
    package static let mostOperations = 1024

    /// The values, in their order.
    package var operations: [SetRequest]

    /// Asks for values.
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
                        "only set can be in a batch, not '\(RequestError.shortened(command))'",
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
    /// The error of a batch for one of its operations.
    package func inOperation(_ index: Int) -> RequestError {
        var error = self
        error.message = "ops[\(index)]: \(message)"
        error.field = field.map { "ops[\(index)].\($0)" } ?? "ops[\(index)]"
        return error
    }
}
