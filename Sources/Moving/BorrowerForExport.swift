internal import Deadwax
internal import Storage

/// A borrower as a line of the exported table. A PIN is never exported.
struct BorrowerForExport: Sendable {
  let borrower: Borrower
  /// The codes of the cards, the oldest first.
  let cards: [String]

  static let columns: [ExportColumn<BorrowerForExport>] = [
    .init("name") { $0.borrower.name },
    .init("short_name") { $0.borrower.shortName },
    .init("group") { $0.borrower.group },
    .init("is_staff") { $0.borrower.isStaff.text },
    .init("email") { $0.borrower.email.text },
    .init("phone") { $0.borrower.phone.text },
    .init("language") { $0.borrower.language.text },
    .init("expires_at") { $0.borrower.expiresAt.text },
    .init("blocked_at") { ($0.borrower.block?.at).text },
    .init("block_reason") { ($0.borrower.block?.reason).text },
    .init("loan_limit") { $0.borrower.loanLimit.text },
    .init("note") { $0.borrower.note.text },
    .init("cards") { $0.cards.lines },
    .init("created_at") { $0.borrower.createdAt.description },
    .init("borrower_id") { $0.borrower.id.text },
  ]
}
