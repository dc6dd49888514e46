/// Stands in for the C library's `mktemp`, and never gives a name.
///
/// The static Foundation that the argument parser brings with it refers to `mktemp`, about which
/// the linker warns wherever that is linked. This program makes no temporary files; should
/// anything try, it is refused as mktemp(3) says: by an empty name.
@c(mktemp)
public func refuseTemporaryName(
    _ template: UnsafeMutablePointer<CChar>
) -> UnsafeMutablePointer<CChar> {
    template.pointee = 0
    return template
}
