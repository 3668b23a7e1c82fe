/// The reason an attachment is refused. The description is one sentence for the person who sent it.
package enum AttachmentError: Error, Equatable, CustomStringConvertible {
  /// The bytes are of no accepted kind, or not what they claim: a sentence with the reason.
  case refused(String)
  /// The declared media type is none of the accepted ones, or the content is of another kind.
  case wrongType(String)
  /// The picture needs more memory or time than a picture may.
  case tooCostly
  /// The record has as many attachments as it may have.
  case tooMany(limit: Int)
  /// The files of all attachments would need more than the setting allows: the setting in MiB.
  case quotaReached(Int)
  /// The disk is full. Nothing was stored.
  case diskFull
  /// The file of the attachment is missing or damaged.
  case fileLost(String)
  /// Pictures or files cannot be handled now: the reason, for the log.
  case unavailable(String)

  package var description: String {
    switch self {
    case .refused(let sentence), .wrongType(let sentence): sentence
    case .tooCostly: "The picture needs more memory or time than a picture may. Send a smaller one."
    case .tooMany(let limit): "The record has \(limit) attachments, which is the limit. Remove one first."
    case .quotaReached(let quota): "The files of all attachments may have \(quota) MiB; see attachments.quota."
    case .diskFull: "The disk is full. Nothing was stored."
    case .fileLost(let content): "The file \(content) is missing or damaged. Restore it from a backup."
    case .unavailable(let reason): reason
    }
  }
}
