extension Verb {
  /// What can be done with borrowers, in the order of the help.
  static let borrower = [
    borrowerList, borrowerShow, borrowerEnrol, borrowerEdit, borrowerBlock, borrowerUnblock, borrowerPIN, borrowerCard,
    borrowerExport, borrowerErase,
  ]
}
