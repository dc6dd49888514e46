/// An object that receives touches, and passes them on if it does not handle them.
///
/// The chain of `next` leads from a view to its superview, and up to the window. A responder that
/// overrides a `touches…` method handles the touch; calling `super` passes it on.
open class Responder {
    /// The responder that receives what this one does not handle; `nil` at the end of the chain.
    open var next: Responder? { nil }

    /// Creates a responder without a next one.
    public init() {}

    /// Called when fingers landed.
    open func touchesBegan(_ touches: [Touch]) { next?.touchesBegan(touches) }

    /// Called when fingers moved that landed on this responder, wherever they are now.
    open func touchesMoved(_ touches: [Touch]) { next?.touchesMoved(touches) }

    /// Called when fingers lifted that landed on this responder.
    open func touchesEnded(_ touches: [Touch]) { next?.touchesEnded(touches) }

    /// Called when touches were cancelled that landed on this responder. A responder that handles
    /// touches must handle this too: when the screen goes to sleep, every touch is cancelled.
    open func touchesCancelled(_ touches: [Touch]) { next?.touchesCancelled(touches) }
}
