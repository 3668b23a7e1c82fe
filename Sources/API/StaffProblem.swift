internal import Deadwax
internal import Execution
internal import Messages
internal import OfflineMerge
internal import Wire

extension HTTPAPI {
  /// Returns the problem for a refusal of the counter. The most important reason gives the problem its code, unless
  /// only a confirmation is missing. All reasons are reported.
  func counterProblem(_ refusal: PolicyRefusal) -> Problem {
    let reasons = refusal.reasons.map { reason($0, word: refusal.word) }
    // If an override is needed too, a confirmation alone is not enough.
    let isQuestion = refusal.needsConfirmation && !refusal.canOverride
    let code = isQuestion ? .needsConfirmation : Problem.Code(rawValue: refusal.code.rawValue) ?? .conflict
    var problem = Problem(code, reason(refusal.code, word: refusal.word).detail, reasons: reasons)
    if let parts = refusal.parts {
      problem.parts = parts
      problem.detail =
        "\(parts) parts were checked out. Count them and send the number of returned parts as 'partsBack'."
      for index in reasons.indices where reasons[index].code == OpenWord(ReasonCode(.partsCheck)) {
        problem.reasons[index].detail = problem.detail
      }
    }
    problem.notes = refusal.notes.map { reason($0) }
    problem.token = refusal.confirmation
    if !isQuestion { problem.isOverridable = refusal.canOverride }
    return problem
  }

  /// Returns a reason with a sentence for staff. The API reports problems in English; stations use their own language.
  func reason(_ code: Outcome.Code, word: String? = nil) -> Problem.Reason {
    let outcome = Outcome(code, mode: .checkout, facts: Outcome.Facts(word: word ?? "staff"))
    let detail = words.detail(of: outcome, in: .english)
    return Problem.Reason(code, detail.isEmpty ? words.title(of: outcome, in: .english) : detail)
  }

  static func problem(_ error: StaffError) -> Problem {
    switch error {
    case .noSuchBorrower: return Problem(.notFound, "There is no borrower with this id or card.")
    case .noSuchCard: return Problem(.notFound, "The borrower has no such card.")
    case .noSuchLoan: return Problem(.notFound, "There is no loan with this id.")
    case .noSuchHold: return Problem(.notFound, "There is no hold with this id.")
    case .noSuchFee: return Problem(.notFound, "There is no fee with this id.")
    case .noSuchCopy: return Problem(.notFound, "There is no copy with this id or code.")
    case .noSuchRelease: return Problem(.notFound, "There is no release with this id.")
    case .noSuchCode: return Problem(.notFound, "No record has this code.")
    case .noSuchItem: return Problem(.notFound, "There is no inbox item with this id.")
    case .noSuchSetting: return Problem(.notFound, "There is no setting with this name.")
    case .noSuchStation: return Problem(.notFound, "There is no station with this name.")
    case .noSuchSession: return Problem(.notFound, "There is no session with this id.")
    case .noSuchChange: return Problem(.notFound, "There is no change with this id.")
    case .noSuchScan: return Problem(.notFound, "There is no scan with this id.")
    case .noSuchEntry: return Problem(.notFound, "There is no journal entry with this id.")
    case .noSuchPlace: return Problem(.notFound, "There is no place with this id.")
    case .noSuchSlot: return Problem(.notFound, "The place has no slot with this number.")
    case .notReady: return Problem(.conflict, "No copy is ready for pick-up for this hold.")
    case .noSuchTemplate: return Problem(.notFound, "There is no template with this id.")
    case .noSuchBatch: return Problem(.notFound, "There is no batch of additions with this id.")
    case .noSuchAttachment: return Problem(.notFound, "There is no attachment with this id.")
    case .noSuchCrate: return Problem(.notFound, "There is no crate with this id.")
    case .noSuchCrateItem: return Problem(.notFound, "The crate has no item with this id.")
    case .noSuchStockTake: return Problem(.notFound, "There is no stock-take with this id.")
    case .scansMissing(let stations):
      let names = stations.map(\.text).joined(separator: ", ")
      return Problem(
        .conflict,
        "Scans of these stations may not have arrived: \(names). End the counting there, or close it despite that.")
    case .stalePreview: return Problem(.conflict, "The result has changed since the preview. Look at it again.")
    case .noSuchCollection: return Problem(.notFound, "There is no collection with this id.")
    case .noSuchStatistic: return Problem(.notFound, "There is no statistic with this name.")
    case .badSpan(let sentence): return Problem(.badRequest, sentence)
    case .noSuchPlay: return Problem(.notFound, "There is no play with this id.")
    case .noSuchPlayReport: return Problem(.notFound, "There is no report of plays with this name.")
    case .indexing:
      return Problem(.notReady, "The search index is being built, so the numbers would be too small. Try again later.")
    case .choosesNoCopies:
      return Problem(
        .badRequest,
        "'search': A part of the query is about releases or copies, so it chooses no copies. Separate the two.")
    case .noSuchNotice: return Problem(.notFound, "There is no notice with this id.")
    case .inUse(let copies, let places):
      let parts = [(copies, copies == 1 ? "copy" : "copies"), (places, places == 1 ? "place" : "places")]
      let what = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
      return Problem(.conflict, "Move what belongs there to another place first: \(what).")
    case .stillUsed, .onlyWithdrawn, .isRemoved, .staleOther: return recordProblem(error)
    case .staleVersion(let now):
      return .stale(now: now)
    case .badValue(let field, let sentence):
      return Problem(.invalid, sentence, reasons: [Problem.Reason(.invalidMember, at: field, sentence)])
    case .codeTaken(let target, let title):
      // Only the borrower's own resource reveals whose card it is.
      let what = title.map { " Its title is \($0)." } ?? ""
      return Problem(.codeTaken, "The code already belongs to a \(target.kind).\(what)")
    case .nameTaken:
      let sentence = "Another place there already has this name."
      return Problem(.conflict, sentence, reasons: [Problem.Reason(.invalidMember, at: "name", sentence)])
    case .nameGiven(let name, let parent):
      let place = parent.map { "\(name) in \($0)" } ?? name
      return Problem(.conflict, "The place \(place) has this name now. Rename it, then undo again.")
    case .erased:
      return Problem(.conflict, "The borrower that this request enrolled was erased. Send another Idempotency-Key.")
    case .isOver: return Problem(.conflict, "It is closed; this is only possible while it is open.")
    case .isUnderWay: return Problem(.conflict, "Another one is under way. End it first.")
    case .badCursor: return Problem(.badRequest, "'cursor' is invalid.")
    case .switchedOff(let setting):
      return Problem(.switchedOff, "It is disabled in this library; see the setting \(setting).")
    }
  }

  /// Returns the problem of a record that cannot be removed or merged.
  private static func recordProblem(_ error: StaffError) -> Problem {
    switch error {
    case .stillUsed(let copies, let holds):
      let parts = [(copies, copies == 1 ? "copy" : "copies"), (holds, holds == 1 ? "open hold" : "open holds")]
      let what = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: " and ")
      return Problem(.conflict, "The release has \(what). Merge it into another release, or remove these first.")
    case .onlyWithdrawn:
      return Problem(.conflict, "The copy has a history of loans, holds, plays or tags. Withdraw it instead.")
    case .staleOther(let now):
      let sentence = "The other release has changed since; its version is \(now)."
      return Problem(.conflict, sentence, reasons: [Problem.Reason(.invalidMember, at: "otherVersion", sentence)])
    default: return Problem(.conflict, "The release was removed, or merged into another one.")
    }
  }

  static func problem(_ error: MergeError) -> Problem {
    switch error {
    case .notInOrder:
      return Problem(
        .invalid,
        "'entries' must be a list of 1 to \(OfflineService.mostEntries) entries with ascending sequences, without a gap."
      )
    case .gap(let expected):
      return Problem(
        .conflict, "Nothing was merged: the entry with sequence \(expected) is expected.",
        reasons: [Problem.Reason(.sequenceGap, at: "sequence", "Sequence \(expected) is expected.")])
    case .otherContent(let sequence):
      return Problem(
        .conflict, "Another entry was merged with sequence \(sequence).",
        reasons: [Problem.Reason(.sequenceUsed, at: "sequence", "Sequence \(sequence) was used.")])
    }
  }
}
