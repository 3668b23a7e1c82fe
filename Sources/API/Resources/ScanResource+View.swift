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
      id: scan.id, seq: Int(scan.sequence), station: scan.station, reader: scan.reader,
      at: RFC3339Time(scan.reading.at), receivedAt: RFC3339Time(scan.receivedAt),
      symbology: scan.reading.symbology.rawValue, text: view.isCard ? scan.reading.hiddenText : scan.reading.text,
      written: view.isCard ? nil : scan.reading.written, verified: scan.reading.isVerified,
      quality: scan.reading.quality.flatMap { (0...1).contains($0) ? ($0 * 100).rounded() / 100 : nil },
      frames: scan.reading.frames.flatMap { $0 > 0 ? $0 : nil },
      outcome: OutcomeDetail(
        scan.outcome, release: view.release, copy: view.copy, choices: view.choices, lines: isWhole ? view.lines : [],
        words.words(in: view.language)))
  }
}
