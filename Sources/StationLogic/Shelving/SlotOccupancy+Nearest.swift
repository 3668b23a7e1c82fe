package import Deadwax

extension [SlotOccupancy] {
  /// Returns the free slot that is nearest to a number; of two, the one with the lower number.
  package func nearestFree(to number: Int) -> Slot? {
    filter { $0.state == .free }.map(\.slot).min {
      (abs($0.number - number), $0.number) < (abs($1.number - number), $1.number)
    }
  }
}
