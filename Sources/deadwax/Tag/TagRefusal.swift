/// The exit code and advice for a refusal that concerns tags or labels.
struct TagRefusal {
  let code: ExitCode
  let advice: String?

  private init(_ code: ExitCode, _ advice: String? = nil) {
    self.code = code
    self.advice = advice
  }

  /// The refusals by the stable code of a problem, or of the outcome of a job.
  static let known: [String: TagRefusal] = [
    "no-tag": TagRefusal(.notFound, "Put the tag on the reader; for another station: --station NAME."),
    "two-tags": TagRefusal(.conflict, "Remove all tags but one."),
    "tag-busy": TagRefusal(.conflict, "The job ends at the tag's next tap, or with: deadwax tag jobs --cancel ID"),
    "not-bound": TagRefusal(.conflict),
    "tag-bound": TagRefusal(.needsChoice, "To bind the tag to this copy instead: --move"),
    "copy-has-tag": TagRefusal(
      .needsChoice, "For a second tag: --second. To replace the current tag: --replace."),
    "tag-foreign-content": TagRefusal(.needsChoice, "To overwrite the content of the tag: --overwrite"),
    "tag-random-uid": TagRefusal(.refused, "Phones and some cards use a new number at each tap; use a tag instead."),
    "tag-type": TagRefusal(.refused, "To bind it by its number without writing: deadwax tag bind"),
    "tag-locked": TagRefusal(.refused, "To bind it by its number without writing: deadwax tag bind"),
    "tag-password": TagRefusal(.refused, "It must be unsealed where it was sealed; or use another tag."),
    "tag-too-small": TagRefusal(.refused, "Use an NTAG213 or a larger tag."),
    "tag-suspect": TagRefusal(.refused, "It failed repeatedly: discard it and use another tag."),
    "verify-failed": TagRefusal(.refused, "Try again; if it fails again, use another tag."),
    "tag-lost": TagRefusal(.tryAgain, "Put the same tag back and leave it there: the write is then finished."),
    "reader-fault": TagRefusal(.tryAgain, "See: deadwax doctor"),
    "expired": TagRefusal(
      .tryAgain, "The tag was not put on the reader in time: repeat the command with more --seconds."),
    "queue-empty": TagRefusal(.notFound),
    "bound-elsewhere": TagRefusal(.refused),
    "tag-content-mismatch": TagRefusal(.refused, "Erase the tag first: deadwax tag erase"),
    "cancelled": TagRefusal(.refused),
    "label-too-small": TagRefusal(.refused, "A QR code fits every layout: --symbol qr; or see: deadwax label layouts"),
    "in-flight": TagRefusal(.tryAgain),
  ]
}
