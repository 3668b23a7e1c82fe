/// The exit code and advice for a refusal that concerns tags or labels.
package struct TagRefusalAdvice {
  /// The exit code of the command.
  package let code: ExitCode
  /// A sentence or an option that helps; nil if there is none.
  package let advice: String?

  private init(_ code: ExitCode, _ advice: String? = nil) {
    self.code = code
    self.advice = advice
  }

  /// The refusals by the stable code of a problem, or of the outcome of a job.
  package static let known: [String: TagRefusalAdvice] = [
    "no-tag": TagRefusalAdvice(.notFound, "Put the tag on the reader; for another station: --station NAME."),
    "two-tags": TagRefusalAdvice(.conflict, "Remove all tags but one."),
    "tag-busy": TagRefusalAdvice(
      .conflict, "The job ends at the tag's next tap, or with: deadwax tag jobs --cancel ID"),
    "not-bound": TagRefusalAdvice(.conflict),
    "tag-bound": TagRefusalAdvice(.needsChoice, "To bind the tag to this copy instead: --move"),
    "copy-has-tag": TagRefusalAdvice(
      .needsChoice, "For a second tag: --second. To replace the current tag: --replace."),
    "tag-foreign-content": TagRefusalAdvice(.needsChoice, "To overwrite the content of the tag: --overwrite"),
    "tag-random-uid": TagRefusalAdvice(
      .refused, "Phones and some cards use a new number at each tap; use a tag instead."),
    "tag-type": TagRefusalAdvice(.refused, "To bind it by its number without writing: deadwax tag bind"),
    "tag-locked": TagRefusalAdvice(.refused, "To bind it by its number without writing: deadwax tag bind"),
    "tag-password": TagRefusalAdvice(.refused, "It must be unsealed where it was sealed; or use another tag."),
    "tag-too-small": TagRefusalAdvice(.refused, "Use an NTAG213 or a larger tag."),
    "tag-suspect": TagRefusalAdvice(.refused, "It failed repeatedly: discard it and use another tag."),
    "verify-failed": TagRefusalAdvice(.refused, "Try again; if it fails again, use another tag."),
    "tag-lost": TagRefusalAdvice(.tryAgain, "Put the same tag back and leave it there: the write is then finished."),
    "reader-fault": TagRefusalAdvice(.tryAgain, "See: deadwax doctor"),
    "expired": TagRefusalAdvice(
      .tryAgain, "The tag was not put on the reader in time: repeat the command with more --seconds."),
    "queue-empty": TagRefusalAdvice(.notFound),
    "bound-elsewhere": TagRefusalAdvice(.refused),
    "tag-content-mismatch": TagRefusalAdvice(.refused, "Erase the tag first: deadwax tag erase"),
    "cancelled": TagRefusalAdvice(.refused),
    "label-too-small": TagRefusalAdvice(
      .refused, "A QR code fits every layout: --symbol qr; or see: deadwax label layouts"),
    "in-flight": TagRefusalAdvice(.tryAgain),
  ]
}
