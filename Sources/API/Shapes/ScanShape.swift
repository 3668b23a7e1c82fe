internal import Circulation
internal import Deadwax
internal import Messages

extension JSONWriter {
  /// - Parameters:
  ///   - view: the scan, with the records that it is about.
  ///   - isWhole: whether the loans that it was about are told one by one.
  ///   - words: from which its outcome is told, in the language of its desk.
  mutating func scan(_ view: ScanView, isWhole: Bool = false, _ words: Messages) {
    let scan = view.scan
    object { json in
      json.member("id", scan.id.text)
      json.member("seq", Int(scan.sequence))
      json.member("station", scan.station.text)
      json.member("reader", scan.reader)
      json.member("at", scan.reading.at.description)
      json.member("receivedAt", scan.receivedAt.description)
      json.member("symbology", scan.reading.symbology.rawValue)
      json.member("text", view.isCard ? scan.reading.hiddenText : scan.reading.text)
      json.member("written", view.isCard ? nil : scan.reading.written)
      json.member("verified", scan.reading.isVerified)
      json.member("quality", part: scan.reading.quality)
      json.member("frames", scan.reading.frames.flatMap { $0 > 0 ? $0 : nil })
      json.key("outcome")
      json.outcome(
        scan.outcome, release: view.release, copy: view.copy, choices: view.choices, lines: isWhole ? view.lines : [],
        words.words(in: view.language))
    }
  }
}

extension Reading {
  /// What stands in the place of the number of somebody's card: whose card was shown when is nobody else's business.
  fileprivate var hiddenText: String {
    if case .code(let code) = OwnCode.read(text), code.kind == .borrower { return "DW:B:…" }
    return "…"
  }
}
