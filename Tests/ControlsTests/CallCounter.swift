import Controls

/// A target that counts its calls.
final class CallCounter {
    private(set) var count = 0

    func changed(_ sender: Control) { count += 1 }
    func recognized(_ sender: GestureRecognizer) { count += 1 }
}
