/// Something that is told of touches, and has another to pass them on to.
///
/// What a responder does not handle goes to `next`: from a view to its superview, and up to the
/// window. One that overrides a `touches…` method handles the touch; calling `super` passes it on.
open class Responder {
    /// Who is told of what this responder does not handle; `nil` at the end of the chain.
    open var next: Responder? { nil }

    /// A responder without a next one.
    public init() {}

    /// Fingers landed.
    open func touchesBegan(_ touches: [Touch]) { next?.touchesBegan(touches) }

    /// Fingers whose landing this responder was told of moved, wherever they are now.
    open func touchesMoved(_ touches: [Touch]) { next?.touchesMoved(touches) }

    /// Fingers whose landing this responder was told of lifted.
    open func touchesEnded(_ touches: [Touch]) { next?.touchesEnded(touches) }

    /// Fingers whose landing this responder was told of do not count any more. What handles touches
    /// handles this too: a screen that goes to sleep takes every finger away.
    open func touchesCancelled(_ touches: [Touch]) { next?.touchesCancelled(touches) }
}
