/// The way in which a notice reaches a borrower. The raw value is stored in the database and in a setting.
package enum NoticeWay: String, CaseIterable, Codable, Sendable {
  case mail, text, print

  /// Chooses the way for a borrower: the first that reaches the borrower. Paper reaches everyone.
  ///
  /// - Parameters:
  ///   - ways: the ways that the library uses, the preferred one first.
  ///   - hasMail: true if the borrower has an e-mail address.
  ///   - hasPhone: true if the borrower has a telephone number.
  /// - Returns: the way; nil if none reaches the borrower.
  package static func chosen(from ways: [NoticeWay], hasMail: Bool, hasPhone: Bool) -> NoticeWay? {
    ways.first { way in
      switch way {
      case .mail: hasMail
      case .text: hasPhone
      case .print: true
      }
    }
  }
}
