internal import Deadwax
internal import Messages
internal import Scanning
internal import Wire

extension JSONWriter {
  /// - Parameters:
  ///   - view: the scan with its records.
  ///   - isWhole: true to include the individual loans that the outcome lists.
  ///   - words: the texts, from which those in the language of the station are used.
  ///   - texts: the texts of outcomes that were already written in the same list.
  mutating func scan(_ view: ScanView, isWhole: Bool = false, _ words: Messages, texts: OutcomeTexts? = nil) {
    let scan = view.scan
    let words = words.words(in: view.language)
    object { json in
      json.member("id", scan.id.text)
      json.member("seq", Int(scan.sequence))
      json.member("station", scan.station.text)
      json.member("reader", scan.reader)
      json.member("at", scan.reading.at)
      json.member("receivedAt", scan.receivedAt)
      json.member("symbology", scan.reading.symbology.rawValue)
      json.member("text", view.isCard ? scan.reading.hiddenText : scan.reading.text)
      json.member("written", view.isCard ? nil : scan.reading.written)
      json.member("verified", scan.reading.isVerified)
      json.member("quality", part: scan.reading.quality)
      json.member("frames", scan.reading.frames.flatMap { $0 > 0 ? $0 : nil })
      json.key("outcome")
      json.outcome(
        scan.outcome, release: view.release, copy: view.copy, choices: view.choices, lines: isWhole ? view.lines : [],
        texts: texts?.texts(scan.outcome, in: view.language, words), words)
    }
  }
}

extension Reading {
  /// The replacement for a card's code. The API does not reveal whose card was scanned at what time.
  var hiddenText: String {
    if case .code(let code) = OwnCode.read(text), code.kind == .borrower { return "DW:B:…" }
    return "…"
  }
}
