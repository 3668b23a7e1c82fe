package import Deadwax

/// The errors of staff operations that do not come from the library policy: a missing row, a stale version, or an
/// invalid value.
package enum StaffError: Error, Hashable, Sendable {
  case noSuchBorrower, noSuchCard, noSuchLoan, noSuchHold, noSuchFee, noSuchCopy, noSuchRelease, noSuchCode
  case noSuchItem, noSuchSetting, noSuchStation, noSuchSession, noSuchChange, noSuchScan, noSuchEntry
  case noSuchPlace, noSuchSlot, noSuchTemplate, noSuchNotice, noSuchBatch, noSuchAttachment, noSuchCrate,
    noSuchCrateItem, noSuchStockTake, noSuchCollection, noSuchStatistic, noSuchPlay, noSuchPlayReport
  /// The row has a newer version than the caller saw: the current version.
  case staleVersion(now: Int)
  /// The value is invalid: the field, and a sentence with the reason.
  case badValue(field: String, sentence: String)
  /// The span of time of a report is not possible: a sentence with the reason.
  case badSpan(String)
  /// The search index is being built, so that a number would be too small.
  case indexing
  /// A part of a query is about releases or copies, so that it chooses no copies.
  case choosesNoCopies
  /// The code is bound to something already; the title of that, where the caller may see it.
  case codeTaken(CodeTarget, title: String?)
  /// Another place in the same place has this name.
  case nameTaken
  /// An undo would give a place the name that another one has now: its name, and that of the place that it is in.
  case nameGiven(to: String, in: String?)
  /// The record that an earlier request with the same key made was erased.
  case erased
  /// The operation needs an open row, and this one has ended.
  case isOver
  /// Only one can be under way, and another one is.
  case isUnderWay
  /// Scans of these stations may not have arrived, so a stock-take cannot be closed yet.
  case scansMissing(of: [Station.Name])
  /// The result of a stock-take has changed since its preview.
  case stalePreview
  /// No copy is ready for pick-up for the hold.
  case notReady
  /// Records belong there, so it cannot be removed: the numbers of copies, and of places directly in it.
  case inUse(copies: Int, places: Int)
  /// Copies or open holds belong to the release, so it cannot be removed: their numbers.
  case stillUsed(copies: Int, holds: Int)
  /// Loans, holds, plays or written tags refer to the copy, so it can only be withdrawn.
  case onlyWithdrawn
  /// The release was removed, or merged into another one.
  case isRemoved
  /// The other record of a merge has a newer version than the caller saw: the current version.
  case staleOther(now: Int)
  /// The cursor is not one that a page returned.
  case badCursor
  /// The feature is switched off in this library.
  case switchedOff(setting: String)
}
