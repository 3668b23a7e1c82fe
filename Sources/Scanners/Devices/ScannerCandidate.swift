/// A device to try.
struct ScannerCandidate {
  let path: String
  /// The display name.
  let title: String
  /// An addition to the sentence.
  var note = ""

  /// The reason that the state `ready` reports.
  var sentence: String { "Reading codes from \(title)\(note)." }
}
