extension Array {
    /// Replaces each element by the result of `transform`, or removes it for nil. Does not
    /// allocate.
    mutating func compactMapInPlace(_ transform: (Element) -> Element?) {
        var kept = 0
        for index in indices {
            guard let element = transform(self[index]) else { continue }
            self[kept] = element
            kept += 1
        }
        removeLast(count - kept)
    }
}
