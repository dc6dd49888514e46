public import FaderLaws

/// A published law of a fader or a meter. Its module is shared with the bridges to audio engines.
public typealias FaderLaw = FaderLaws.FaderLaw
