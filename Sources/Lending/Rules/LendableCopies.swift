internal import Deadwax

extension LendingPolicy {
  /// Returns true if a copy can be trapped: for loan, not withdrawn, not too worn, and with at least one part present.
  func canBeLent(_ copy: Copy) -> Bool {
    !copy.isReference && copy.status != .withdrawn && !isTooWorn(copy) && copy.partsMissing < copy.partCount
  }

  /// Returns true if the medium is graded below the minimum that the library lends. A copy without a grade, or with a
  /// grade that is not on Discogs' scale, is lent.
  func isTooWorn(_ copy: Copy) -> Bool {
    guard let least = library.limits.leastCondition.flatMap({ Grade($0) }),
      let grade = copy.mediaCondition.flatMap({ Grade($0) })
    else { return false }
    return grade < least
  }
}
