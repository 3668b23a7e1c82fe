/// The exit code and advice for a refusal by the circulation rules.
struct CounterRefusal {
  let code: ExitCode
  let advice: String?

  private init(_ code: ExitCode, _ advice: String? = nil) {
    self.code = code
    self.advice = advice
  }

  /// The refusals by the stable code of a problem.
  static let known: [String: CounterRefusal] = [
    "needs-confirmation": CounterRefusal(.needsChoice, "To confirm: --yes"),
    "limit": CounterRefusal(.refused), "overdue-block": CounterRefusal(.refused),
    "card-blocked": CounterRefusal(.refused, "To unblock the borrower: deadwax borrower unblock"),
    "card-expired": CounterRefusal(.refused, "To extend the card: deadwax borrower edit --expires DAY"),
    "fees-block": CounterRefusal(.refused, "To settle or waive fees: deadwax fee settle, deadwax fee waive"),
    "not-for-loan": CounterRefusal(.refused), "withdrawn": CounterRefusal(.refused),
    "found-missing": CounterRefusal(.refused), "hold-other": CounterRefusal(.refused),
    "hold-waiting": CounterRefusal(.refused), "renew-limit": CounterRefusal(.refused),
    "overdue-block-item": CounterRefusal(.refused), "overdue-block-all": CounterRefusal(.refused),
    "too-early": CounterRefusal(.refused), "staff-needed": CounterRefusal(.refused),
    "pin-wrong": CounterRefusal(.refused), "pin-locked": CounterRefusal(.tryAgain),
    "parts-check": CounterRefusal(.needsChoice, "The number of returned parts: --parts-back N"),
    "parts-missing": CounterRefusal(.refused),
    "already-yours": CounterRefusal(.conflict, "To renew it: deadwax loan renew"),
    "renew-offer": CounterRefusal(.conflict, "To renew it: deadwax loan renew"),
    "copy-on-loan": CounterRefusal(.conflict, "If the borrower lost it: deadwax loan lost"),
    "on-loan-elsewhere": CounterRefusal(.conflict), "not-on-loan": CounterRefusal(.conflict),
    "changed-since": CounterRefusal(.conflict, "First undo the later changes: deadwax changes"),
    "nothing-to-undo": CounterRefusal(.notFound), "unknown-card": CounterRefusal(.notFound),
    "unknown-code": CounterRefusal(.notFound), "choice-invalid": CounterRefusal(.notFound),
    "other-shown": CounterRefusal(.conflict, "For the current prompt: deadwax station show"),
    "stale": CounterRefusal(.conflict, "The record has changed. Check it and repeat the command."),
  ]
}
