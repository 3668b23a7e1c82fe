/// The command line was not understood.
struct Misuse: Error, CustomStringConvertible { let description: String }
