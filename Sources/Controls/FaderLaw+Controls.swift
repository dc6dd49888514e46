public import FaderLaws

/// A published law of a fader or a meter, from a module that bridges to audio engines share.
public typealias FaderLaw = FaderLaws.FaderLaw
