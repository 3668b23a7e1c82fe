internal import Barcodes
internal import Deadwax
internal import Imaging
internal import ReaderProtocol

/// The proof reading of labels in every state of wear, with the decoder that stations use.
struct LabelProof {
  /// The scanner without the time limit of a camera. It finds everything on the label, because a second code would be
  /// read at the station too.
  private let thorough: BarcodeScanner
  /// The scanner with the limits of a station's camera for one frame.
  private let quick: BarcodeScanner

  /// Creates the two scanners.
  ///
  /// - Throws: `BarcodeError.failed` if memory is exhausted.
  init() throws(BarcodeError) {
    thorough = try BarcodeScanner(formats: .standard, effort: .picture(limit: .milliseconds(800)))
    quick = try BarcodeScanner(formats: .standard, effort: .camera)
  }

  /// Reads one label.
  func answer(to question: ProofQuestion, _ frame: LumaFrame) -> ProofAnswer {
    let start = ContinuousClock.now
    var readable: [PrintWear: Bool] = [:]
    var wrong: Set<String> = []
    var searches = 0
    for wear in PrintWear.allCases {
      // A failed scan gives no barcodes, which means that the label is not readable.
      let isRight = { (barcode: Barcode) in
        barcode.symbology.rawValue == question.symbology && barcode.text == question.text
      }
      let worn = frame.worn(by: wear, moduleSize: question.module)
      // The undamaged label is searched thoroughly. A worn one is scanned quickly first, and thoroughly only if nothing
      // was found.
      var found = wear == .clean ? [] : (try? quick.scan(worn)) ?? []
      if found.isEmpty {
        searches += 1
        found = (try? thorough.scan(worn)) ?? []
      }
      readable[wear] = found.count == 1 && found.allSatisfy(isRight)
      for barcode in found where !isRight(barcode) {
        wrong.insert("\(barcode.symbology): \(barcode.text.prefix(60))")
      }
    }
    return ProofAnswer(
      id: question.id, clean: readable[.clean] ?? false, blur: readable[.blur] ?? false,
      noise: readable[.noise] ?? false, spread: readable[.spread] ?? false, wrong: wrong.sorted().prefix(4).map(\.self),
      searches: searches, ms: ((ContinuousClock.now - start) / .milliseconds(1) * 10).rounded() / 10)
  }
}
