/// An error in an order for the virtual chip, as one sentence.
struct ChipOrderError: Error, CustomStringConvertible { let description: String }
