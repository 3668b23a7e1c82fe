internal import Deadwax
internal import Messages
internal import Scanning
internal import Wire

extension ScanResource {
  /// - Parameters:
  ///   - view: the scan with its records.
  ///   - isWhole: true to include the individual loans that the outcome lists.
  ///   - words: the texts, from which those in the language of the station are used.
  init(_ view: ScanView, isWhole: Bool, _ words: Messages) {
    let scan = view.scan
    self.init(
      scan, text: view.isCard ? scan.reading.hiddenText : scan.reading.text,
      written: view.isCard ? nil : scan.reading.written,
      outcome: OutcomeDetail(
        scan.outcome, release: view.release, copy: view.copy, choices: view.choices, lines: isWhole ? view.lines : [],
        words.words(in: view.language)))
  }
}
