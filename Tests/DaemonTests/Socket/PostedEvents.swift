/// What a panel has posted, for a check of what its subscribers were told.
struct PostedEvents {
    /// The numbers of the edges.
    var edges: Set<Int64> = []
    /// The number of the last movement of each gesture.
    var lastMoves: [Int64: Int64] = [:]
    /// The numbers of the edges that began the gestures, which are counted from 1.
    var beginnings: [Int64] = []

    /// The last gesture that had begun when an event had this number; 0 for none.
    func lastGesture(at sequence: Int64) -> Int64 {
        Int64(beginnings.count { $0 <= sequence })
    }
}
