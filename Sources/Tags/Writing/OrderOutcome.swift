/// The outcome of an order for a tag. The raw values are those of the reader protocol.
enum OrderOutcome: String, CaseIterable, Sendable {
  case written = "tag-written"
  case unchanged = "tag-unchanged"
  case erased = "tag-erased"
  case sealed = "tag-sealed"
  case unsealed = "tag-unsealed"
  case wrongType = "tag-type"
  case locked = "tag-locked"
  case password = "tag-password"
  case tooSmall = "tag-too-small"
  case foreignContent = "tag-foreign-content"
  case twoTags = "two-tags"
  case lost = "tag-lost"
  case verifyFailed = "verify-failed"
  case expired
  case cancelled
  case readerFault = "reader-fault"

  var isDone: Bool {
    switch self {
    case .written, .unchanged, .erased, .sealed, .unsealed: true
    default: false
    }
  }
}
