internal import Deadwax
internal import Storage

/// A loan as a line of the exported table. The borrower of an anonymised loan stays unknown.
enum LoanForExport {
  static let columns: [ExportColumn<LoanRow>] = [
    .init("opened_at") { $0.loan.openedAt.description },
    .init("due_at") { $0.loan.dueAt.description },
    .init("returned_at") { $0.loan.returnedAt.text },
    .init("copy_number") { "\($0.copyNumber)" },
    .init("artist") { $0.artist },
    .init("title") { $0.title },
    .init("borrower_name") { $0.borrowerName.text },
    .init("renewals") { "\($0.loan.renewals)" },
    .init("renewed_at") { $0.loan.renewedAt.text },
    .init("parts") { "\($0.loan.parts)" },
    .init("parts_back") { $0.loan.partsBack.text },
    .init("claimed_returned_at") { $0.loan.claimedReturnedAt.text },
    .init("station") { $0.station },
    .init("returned_station") { $0.returnedStation.text },
    .init("loan_id") { $0.loan.id.text },
    .init("copy_id") { $0.loan.copy.text },
    .init("borrower_id") { $0.loan.borrower?.text ?? "" },
  ]
}
