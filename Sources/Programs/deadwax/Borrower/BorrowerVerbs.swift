extension Verb {
  /// The commands for borrowers, in the order of the help.
  static let borrower = [
    borrowerList, borrowerShow, borrowerEnrol, borrowerEdit, borrowerBlock, borrowerUnblock, borrowerPIN, borrowerCard,
    borrowerExport, borrowerErase,
  ]
}
