internal import Deadwax
internal import Execution
internal import Messages
internal import Storage

extension Reminders {
  /// A notice to one borrower, ready for the program of its way.
  struct Letter {
    var input: [UInt8]
    /// The arguments of the program: the address, if the way has one.
    var address: [String]
  }

  /// Returns the notice with these reminders for one borrower, in the borrower's language; nil if there are none, or if
  /// there is no usable address.
  func letter(about reminders: [Reminder], in records: any Queryable) throws -> Letter? {
    guard let first = reminders.first, let borrower = try records.borrower(first.borrower) else { return nil }
    let values = NoticeValues(messages: words, library: library)
    let texts = try values.words(for: borrower, in: records)
    let text = try records.template(NoticeTemplate.ID(first.kind, texts.language), words).text(
      try values.values(of: reminders, to: borrower, texts, in: records), words)
    switch first.way {
    case .mail:
      guard let address = borrower.email, MailAddress.isUsable(address) else { return nil }
      let mail = Mail(
        from: sender, to: address, subject: text.subject, body: text.body, at: records.now, id: first.id.text)
      return Letter(input: Array(mail.text.utf8), address: [address])
    case .text:
      guard let number = borrower.phone.flatMap({ PhoneNumber.digits(of: $0) }) else { return nil }
      return Letter(input: Array(text.body.utf8), address: [number])
    case .print:
      let paper = text.onPaper
      return Letter(input: Array((printsASCII ? ASCIILetters.plain(paper) : paper).utf8), address: [])
    }
  }
}
