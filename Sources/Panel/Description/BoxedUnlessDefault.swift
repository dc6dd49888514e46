/// A property that usually has its default value, and allocates memory only for other values.
@propertyWrapper
package struct BoxedUnlessDefault<Value: DefaultInitializable>: Sendable {
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
        set { self = BoxedUnlessDefault(wrappedValue: newValue) }
    }
}

/// A value with a default.
package protocol DefaultInitializable: Equatable, Sendable {
    init()
}
