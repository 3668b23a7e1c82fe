internal import CommandLineArguments
internal import Deadwax
internal import HTTPClient
internal import HubClient
internal import Wire

/// The check-outs of one command, in sequence.
struct CheckOuts {
  /// The options of a command that lends.
  static let options: [Option] = [
    Option("to", .text, "BORROWER", isRequired: true, "the borrower: the code of a card, an id, or a name"),
    Option("until", "DAY", "a due time instead of the one from the rules"),
    Option("yes", nil, "confirm all confirmations"),
    Option("override", "REASON", "override the rules, with a reason of 3 to 200 characters"), .dryRun,
  ]

  private let invocation: Invocation
  private let hub: HubClient
  private let borrower: BorrowerResource
  private var dueAt: RFC3339Time?

  init(_ invocation: Invocation) throws(Failure) {
    let text = invocation.text("to") ?? ""
    if let reason = invocation.text("override") {
      guard (3...200).contains(reason.count) else {
        throw Failure(.usage, "--override must have a reason of 3 to 200 characters.")
      }
    }
    if let text = invocation.text("until") { dueAt = try ClockTime.moment(text, of: "until") }
    self.invocation = invocation
    hub = try HubClient(invocation)
    borrower = try BorrowerReference.find(text, hub).borrower
  }

  /// Checks out copies. A refused one does not stop the others.
  ///
  /// - Parameters:
  ///   - subjects: the subjects of the command, each of which is one copy.
  ///   - name: the name of a subject, for the report of its refusal.
  ///   - find: returns the copy of a subject.
  /// - Returns: the first exit code that is not zero.
  /// - Throws: the failure of the only subject, or one that all of them have.
  func run<Subject>(
    _ subjects: [Subject], named name: (Subject) -> String,
    _ find: (Subject, HubClient) throws(Failure) -> CopyReference.Found
  ) throws(Failure) -> ExitCode {
    var result = ExitCode.done
    for subject in subjects {
      do throws(Failure) {
        let copy = try find(subject, hub)
        let code = invocation.has("dry-run") ? try check(copy) : try lend(copy)
        if result == .done { result = code }
      } catch {
        // Without a hub no other copy can be checked out either. A refusal affects only its own copy.
        guard subjects.count > 1, ![.unavailable, .tryAgain, .configuration].contains(error.code) else {
          throw error
        }
        StandardError.line("deadwax: \(printable(name(subject))): \(error.sentence)")
        if result == .done { result = error.code }
      }
    }
    return result
  }

  private func lend(_ copy: CopyReference.Found) throws(Failure) -> ExitCode {
    var document = LoanRequest {
      $0.copy = copy.id
      $0.borrower = borrower.id
      $0.dueAt = dueAt
      $0.override = invocation.text("override")
    }
    var answer = try hub.send(ChangeRequest(.post, "/api/v1/loans", document))
    if invocation.has("yes"), let problem = HubProblem(answer), problem.code == .needsConfirmation {
      for reason in problem.reasons { StandardError.line("Yes to: \(printable(reason.detail))") }
      document.confirm = problem.token
      // A different document is a different request, so it has an idempotency key of its own.
      answer = try hub.send(ChangeRequest(.post, "/api/v1/loans", document))
    }
    guard answer.isSuccess else { throw HubProblem.failure(answer, at: hub.address) }
    let loan: LoanResource = try JSONCoding.decode(answer.body)
    StandardOutput.line(
      invocation.isJSON
        ? JSONCoding.line(answer.body)
        : "✓ \(loan.title), copy \(loan.copy.number): due \(ClockTime.day(loan.dueAt))")
    return .done
  }

  /// Prints the blockers, confirmations and warnings of a check-out, without a change.
  private func check(_ copy: CopyReference.Found) throws(Failure) -> ExitCode {
    let answer = try hub.give(
      ChangeRequest(.post, "/api/v1/loans/check", LoanCheckRequest(copy: copy.id, borrower: borrower.id)))
    let reported: LoanCheck = try JSONCoding.decode(answer.body)
    if invocation.isJSON {
      StandardOutput.line(JSONCoding.line(answer.body))
    } else {
      let due = reported.dueAt.map { ", due \(ClockTime.day($0))" } ?? ""
      StandardOutput.line(
        reported.isClear
          ? "\(copy.line) would be lent to \(printable(borrower.shortName))\(due)."
          : "\(copy.line) could not be lent to \(printable(borrower.shortName)) without a confirmation or override:")
      for reason in reported.blockers { StandardOutput.line("  ✗ \(reason.line)") }
      for reason in reported.confirms { StandardOutput.line("  ! \(reason.line)") }
      for reason in reported.warnings { StandardOutput.line("  · \(reason.line)") }
    }
    if !reported.blockers.isEmpty { return .refused }
    return reported.confirms.isEmpty ? .done : .needsChoice
  }
}
