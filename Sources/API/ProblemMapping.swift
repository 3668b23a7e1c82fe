internal import Attachments
internal import Backups
internal import BulkChanges
internal import Catalogue
internal import Concerts
internal import Deadwax
internal import Execution
package import HTTPServer
internal import History
internal import LabelJobs
internal import Lights
internal import Log
internal import Messages
internal import Moving
internal import OfflineMerge
internal import Queries
internal import RequestRecords
internal import Scanning
internal import TagJobs
internal import Wire

extension HTTPAPI {
  /// Returns the problem for an error of the layers below. Errors that are not intended for clients become `internal`
  /// and are written to the log only.
  func problem(_ error: any Error) -> Problem {
    switch error {
    case let problem as Problem: return problem
    case CatalogueError.badAnswer:
      return Problem(.badRequest, "'answers' has a number that the question does not have. Begin again without it.")
    case let mistake as QueryError:
      var problem = Problem(.badRequest, "'search': \(mistake)")
      problem.mistake = QueryMistake(mistake)
      return problem
    case CatalogueError.badCursor: return Problem(.badRequest, "'cursor' is invalid.")
    case ScanError.idReused:
      return Problem(.idReused, "A scan with this id exists, with another code.")
    case ScanError.staleVersion(let now): return .stale(now: now)
    case ScanError.stateChanged:
      return Problem(.stateChanged, words.words(in: nil).text("problem.state-changed"))
    case ScanError.preconditionRequired:
      return Problem(
        .preconditionRequired,
        "Send the 'id' of the prompt as 'prompt', or scan the label of the answer."
      )
    case ScanError.pinPrompted:
      return Problem(.pinNeeded, words.words(in: nil).text("problem.pin-needed"))
    case let refusal as TagRefusal: return problem(refusal, bound: nil)
    case let error as TagError: return Self.problem(error)
    case let refusal as PolicyRefusal: return counterProblem(refusal)
    case let error as StaffError: return Self.problem(error)
    case let error as AttachmentError: return self.problem(error)
    case let error as BackupError: return self.problem(error)
    case let error as MovingError: return self.problem(error)
    case is UndoInterrupted:
      return Problem(.notReady, "The hub is stopping. What was undone so far is taken back at its next start.")
    case let error as BulkError: return self.problem(error)
    case let error as ConcertError: return self.problem(error)
    case let fault as LightFault: return self.problem(fault)
    case let refusal as AccountStore.Refusal: return Self.problem(refusal)
    case let error as MergeError: return Self.problem(error)
    case let fault as LabelFault:
      let reasons = fault.skipped.prefix(50).map { Problem.Reason(.skipped, at: nil, "\($0.subject): \($0.reason)") }
      return Problem(Problem.Code(rawValue: fault.kind.rawValue) ?? .internal, fault.description, reasons: reasons)
    case let error as any RecordsFault where error.isInterrupted:
      return Problem(.notReady, "The hub is stopping.")
    case let error as any RecordsFault:
      logger.error("\(error)")
      guard let reason = error.stationFault else { return Problem(.internal, "See the hub's log.") }
      return Problem(.notReady, Self.sentence(for: reason))
    default:
      logger.error("\(error)")
      return Problem(.internal, "See the hub's log.")
    }
  }

  /// Returns the problem for a scan that was not stored. A client that sends it again has it carried out, and only
  /// once.
  func notSaved(_ error: any RecordsFault, _ reason: String) -> Problem {
    logger.error("\(error)")
    return Problem(
      .notReady,
      "\(Self.sentence(for: reason)) The scan was not carried out. Send it again with the same id.")
  }

  /// Returns a sentence with the reason why nothing can be stored.
  private static func sentence(for reason: String) -> String {
    switch reason {
    case StationState.Fault.full: "The disk is full. Nothing can be recorded until there is space."
    case StationState.Fault.locked: "Another program has locked the database. Nothing can be recorded until it ends."
    case StationState.Fault.moved:
      "The hub's files were removed, renamed or replaced. Nothing can be recorded until they are restored."
    case StationState.Fault.overloaded: "Too many changes are waiting."
    default: "Cannot write to the database. See the hub's log."
    }
  }

  /// Returns the problem for a refused tag operation. The most important reason gives the problem its code, and all
  /// reasons are reported.
  ///
  /// - Parameters:
  ///   - refusal: all reasons.
  ///   - name: the title of the record that the tag is bound to, if known.
  /// - Returns: the problem.
  func problem(_ refusal: TagRefusal, bound name: String? = nil) -> Problem {
    let reasons = refusal.reasons.map { reason in
      Problem.Reason(reason, sentence(for: reason, in: refusal, bound: name))
    }
    let code = refusal.reasons.first.flatMap { Problem.Code(rawValue: $0.rawValue) } ?? .conflict
    return Problem(code, reasons.first?.detail ?? "It is not possible with this tag.", reasons: reasons)
  }

  /// Returns a sentence for a reason. A station would prompt for a confirmation; in the API the request itself must
  /// contain it.
  private func sentence(for reason: Outcome.Code, in refusal: TagRefusal, bound name: String?) -> String {
    switch reason {
    case .tagBound: "The tag is bound to \(name ?? "another record"), which would then have none."
    case .tagForeignContent: "The tag has foreign content, which would be lost."
    case .copyHasTag: "The copy already has a tag."
    case .twoTags where refusal.present > 1: "\(refusal.present) tags are on the reader. Nothing was changed."
    case .noTag: "There is no tag on a reader of this station."
    case .tagBusy: "Another job for this tag is not finished."
    default: words.detail(of: Outcome(reason, mode: .write), in: .english)
    }
  }

  private static func problem(_ error: TagError) -> Problem {
    switch error {
    case .noSuchTag: Problem(.notFound, "No tag with this number was ever read.")
    case .noSuchJob: Problem(.notFound, "There is no job with this id.")
    case .noSuchCopy: Problem(.notFound, "There is no copy with this id.")
    case .noSuchPlace: Problem(.notFound, "There is no place with this id.")
    case .noSuchTarget: Problem(.notFound, "The record to bind the tag to does not exist.")
    case .notBound: Problem(.notBound, "The tag is not bound.")
    case .alreadyOver: Problem(.conflict, "The job is finished.")
    case .badWish: Problem(.invalid, "'copy' is required for 'write' and not allowed otherwise.")
    case .queueEmpty: Problem(.queueEmpty, "Every copy already has a tag.")
    case .noQueue: Problem(.notFound, "This station has no tag queue.")
    case .staleVersion(let now): .stale(now: now)
    }
  }

  /// Returns the response for a refusal by the server itself.
  package static func response(to problem: HTTPProblem) -> HTTPResponse {
    Problem(Problem.Code(rawValue: problem.code) ?? .internal, problem.detail).response
  }
}
