/// Replaces the C library's `mktemp`, and never returns a name.
///
/// The linker warns about `mktemp`, to which the static Foundation of the argument parser refers.
/// This program makes no temporary files that way. A call fails as in mktemp(3): with an empty
/// name.
@_cdecl("mktemp")
public func refuseTemporaryName(
    _ template: UnsafeMutablePointer<CChar>
) -> UnsafeMutablePointer<CChar> {
    template.pointee = 0
    return template
}
