/// The way in which pictures are brought to a CRTC.
enum Pipeline {
    case atomic(AtomicPipeline)
    case legacy(LegacyPipeline)
}
