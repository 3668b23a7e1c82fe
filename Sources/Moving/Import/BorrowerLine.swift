internal import Deadwax
internal import Execution

/// The facts about a borrower that a line of a file has. What is empty is absent.
struct BorrowerLine: Sendable {
  let id: Borrower.ID?
  /// The fields that staff can enter. They are checked by the same rules.
  let patch: BorrowerFields.Patch
  /// The keys of each card.
  let cards: [[Code.Key]]
  let block: Borrower.Block?
  let createdAt: Timestamp?

  /// - Throws: `ImportRefusal` with the field.
  init(_ text: ImportText, now: Timestamp) throws {
    id = try text.id(.borrowerID, Borrower.self)
    var patch = BorrowerFields.Patch()
    patch.name = text.row.name
    patch.shortName = text.row[.shortName]
    patch.group = text.row[.group]
    patch.isStaff = try text.isYes(.isStaff)
    if let email = text.row[.email] { patch.email = email }
    if let phone = text.row[.phone] { patch.phone = phone }
    if let language = text.row[.language] { patch.language = language }
    if let expiresAt = try text.time(.expiresAt, until: nil) { patch.expiresAt = expiresAt }
    if let limit = try text.number(.loanLimit, in: 0...10_000) { patch.loanLimit = limit }
    if let note = text.row[.note] { patch.note = note }
    self.patch = patch
    block = try Self.block(text, now)
    createdAt = try text.time(.createdAt, until: now)
    var checked = Borrower(id: .new(at: now), name: "", shortName: "")
    do {
      cards = try (text.row[.cards] ?? "").split(whereSeparator: \.isNewline).map { try CardText(String($0)).keys }
      try BorrowerFields.set(patch, in: &checked)
    } catch let error as StaffError {
      throw Self.refusal(error, text)
    }
  }

  private static func block(_ text: ImportText, _ now: Timestamp) throws(ImportRefusal) -> Borrower.Block? {
    guard let reason = try text.line(.blockReason, atMost: 300) else {
      guard text.row[.blockedAt] == nil else { throw ImportRefusal(.missing, .blockReason) }
      return nil
    }
    return Borrower.Block(reason: reason, at: try text.time(.blockedAt, until: now) ?? now)
  }

  private static let fields: [String: ImportField] = [
    "name": .name, "shortName": .shortName, "group": .group, "email": .email, "phone": .phone, "language": .language,
    "loanLimit": .loanLimit, "note": .note, "card": .cards,
  ]

  /// Returns the refusal of a value that staff could not enter either.
  private static func refusal(_ error: StaffError, _ text: ImportText) -> any Error {
    guard case .badValue(let name, let sentence) = error, let field = fields[name] else { return error }
    let rest = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    return text.bad(field, rest.hasPrefix("It must") ? String(rest.dropFirst(3)) : "is wrong: \(rest)")
  }
}
