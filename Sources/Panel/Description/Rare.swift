/// A property that usually has its default, and takes memory of its own only where it has not.
@propertyWrapper
package struct Rare<Value: Plain>: Sendable {
    private final class Box: Sendable {
        let value: Value

        init(_ value: Value) { self.value = value }
    }

    private var box: Box?

    package init(wrappedValue: Value) {
        box = wrappedValue == Value() ? nil : Box(wrappedValue)
    }

    package var wrappedValue: Value {
        get { box?.value ?? Value() }
        set { self = Rare(wrappedValue: newValue) }
    }
}

/// A value with a default.
package protocol Plain: Equatable, Sendable {
    init()
}
