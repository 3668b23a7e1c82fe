/// The exit code and advice for a refusal by the circulation rules.
package struct PolicyRefusalAdvice {
  /// The exit code of the command.
  package let code: ExitCode
  /// A sentence or an option that helps; nil if there is none.
  package let advice: String?

  private init(_ code: ExitCode, _ advice: String? = nil) {
    self.code = code
    self.advice = advice
  }

  /// The refusals by the stable code of a problem.
  package static let known: [String: PolicyRefusalAdvice] = [
    "needs-confirmation": PolicyRefusalAdvice(.needsChoice, "To confirm: --yes"),
    "limit": PolicyRefusalAdvice(.refused), "overdue-block": PolicyRefusalAdvice(.refused),
    "card-blocked": PolicyRefusalAdvice(.refused, "To unblock the borrower: deadwax borrower unblock"),
    "card-expired": PolicyRefusalAdvice(.refused, "To extend the card: deadwax borrower edit --expires DAY"),
    "fees-block": PolicyRefusalAdvice(.refused, "To settle or waive fees: deadwax fee settle, deadwax fee waive"),
    "not-for-loan": PolicyRefusalAdvice(.refused), "withdrawn": PolicyRefusalAdvice(.refused),
    "found-missing": PolicyRefusalAdvice(.refused), "hold-other": PolicyRefusalAdvice(.refused),
    "hold-waiting": PolicyRefusalAdvice(.refused), "renew-limit": PolicyRefusalAdvice(.refused),
    "overdue-block-item": PolicyRefusalAdvice(.refused), "overdue-block-all": PolicyRefusalAdvice(.refused),
    "too-early": PolicyRefusalAdvice(.refused), "staff-needed": PolicyRefusalAdvice(.refused),
    "pin-wrong": PolicyRefusalAdvice(.refused), "pin-locked": PolicyRefusalAdvice(.tryAgain),
    "parts-check": PolicyRefusalAdvice(.needsChoice, "The number of returned parts: --parts-back N"),
    "parts-missing": PolicyRefusalAdvice(.refused),
    "already-yours": PolicyRefusalAdvice(.conflict, "To renew it: deadwax loan renew"),
    "renew-offer": PolicyRefusalAdvice(.conflict, "To renew it: deadwax loan renew"),
    "copy-on-loan": PolicyRefusalAdvice(.conflict, "If the borrower lost it: deadwax loan lost"),
    "on-loan-elsewhere": PolicyRefusalAdvice(.conflict), "not-on-loan": PolicyRefusalAdvice(.conflict),
    "changed-since": PolicyRefusalAdvice(.conflict, "First undo the later changes: deadwax changes"),
    "nothing-to-undo": PolicyRefusalAdvice(.notFound), "unknown-card": PolicyRefusalAdvice(.notFound),
    "unknown-code": PolicyRefusalAdvice(.notFound), "choice-invalid": PolicyRefusalAdvice(.notFound),
    "state-changed": PolicyRefusalAdvice(.conflict, "For the current prompt: deadwax station show"),
    "stale": PolicyRefusalAdvice(.conflict, "The record has changed. Check it and repeat the command."),
  ]
}
