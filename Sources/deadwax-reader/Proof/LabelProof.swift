internal import Barcodes
internal import Deadwax
internal import Imaging
internal import ReaderProtocol

/// Reads a label in every state of wear with the decoder that will read it at the desk.
struct LabelProof {
  private let scanner: BarcodeScanner

  /// - Throws: `BarcodeError.failed` when memory is out.
  init() throws(BarcodeError) {
    // As the desk's cameras look: whatever is read beside the code would be read there too.
    scanner = try BarcodeScanner(formats: .standard, effort: .picture(limit: .milliseconds(800)))
  }

  /// Reads one label.
  func answer(to question: ProofQuestion, _ frame: LumaFrame) -> ProofAnswer {
    let start = ContinuousClock.now
    var readable: [Wear: Bool] = [:]
    var wrong: Set<String> = []
    for wear in Wear.allCases {
      // Nothing that could be read is an answer like any other: the label is not fit.
      let found = (try? scanner.scan(frame.worn(by: wear, moduleSize: question.module))) ?? []
      let isRight = { (barcode: Barcode) in
        barcode.symbology.rawValue == question.symbology && barcode.text == question.text
      }
      readable[wear] = found.count == 1 && found.allSatisfy(isRight)
      for barcode in found where !isRight(barcode) {
        wrong.insert("\(barcode.symbology): \(barcode.text.prefix(60))")
      }
    }
    return ProofAnswer(
      id: question.id, clean: readable[.clean] ?? false, blur: readable[.blur] ?? false,
      noise: readable[.noise] ?? false, spread: readable[.spread] ?? false, wrong: wrong.sorted().prefix(4).map(\.self),
      ms: ((ContinuousClock.now - start) / .milliseconds(1) * 10).rounded() / 10)
  }
}
