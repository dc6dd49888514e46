import Glibc

/// All descriptors that a process may have, until they are given back. It is for a process of its
/// own, which may have few from then on.
struct TakenDescriptors {
    private var copies: [Int32] = []

    init() {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = 256
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while true {
            let copy = dup(0)
            guard copy >= 0 else { break }
            copies.append(copy)
        }
    }

    func giveBack() {
        for copy in copies { close(copy) }
    }
}
