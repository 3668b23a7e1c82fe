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
    "no-tag": TagRefusal(.notFound, "Lay the tag on the reader; another desk: --station NAME."),
    "two-tags": TagRefusal(.conflict, "Take away all tags but one."),
    "tag-busy": TagRefusal(.conflict, "It ends at its next tap, or with: deadwax tag jobs --cancel ID"),
    "not-bound": TagRefusal(.conflict),
    "tag-bound": TagRefusal(.needsChoice, "To take the tag from there and give it to this one: --move"),
    "copy-has-tag": TagRefusal(
      .needsChoice, "For a second tag: --second. In the place of the tag that it has: --replace."),
    "tag-foreign-content": TagRefusal(.needsChoice, "To lose what stands on the tag: --overwrite"),
    "tag-random-uid": TagRefusal(.refused, "Phones and some cards draw a new number at each tap; take a tag."),
    "tag-type": TagRefusal(.refused, "It can be bound by its number, without writing: deadwax tag bind"),
    "tag-locked": TagRefusal(.refused, "It can be bound by its number, without writing: deadwax tag bind"),
    "tag-password": TagRefusal(.refused, "Who sealed it has to open it; or take another tag."),
    "tag-too-small": TagRefusal(.refused, "Take an NTAG213 or a larger one."),
    "tag-suspect": TagRefusal(.refused, "It failed again and again: throw it away and take another."),
    "verify-failed": TagRefusal(.refused, "Try it once more; if it fails again, take another tag."),
    "tag-lost": TagRefusal(.tryAgain, "Lay the same tag back and let it lie: what was begun is finished then."),
    "reader-fault": TagRefusal(.tryAgain, "See: deadwax doctor"),
    "expired": TagRefusal(.tryAgain, "The tag did not come in time: say it again, with more --seconds."),
    "queue-empty": TagRefusal(.notFound),
    "bound-elsewhere": TagRefusal(.refused),
    "tag-content-mismatch": TagRefusal(.refused, "Erase the tag first: deadwax tag erase"),
    "cancelled": TagRefusal(.refused),
    "label-too-small": TagRefusal(.refused, "A QR code fits every paper: --symbol qr; or see: deadwax label layouts"),
    "in-flight": TagRefusal(.tryAgain),
  ]
}
