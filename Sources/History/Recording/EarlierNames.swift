/// The names in recordings of versions before the migration `0009-glossary-names`. That migration renames the rows of
/// the database in the same way.
enum EarlierNames {
  private static let offline = [
    (#""kind":"away""#, #""kind":"offline""#), (#""rule":"away."#, #""rule":"offline."#),
    (#""away":{"#, #""offline":{"#), (#""told":""#, #""displayed":""#),
    (#""recorded-away""#, #""recorded-offline""#), (#""hub-away""#, #""hub-offline""#),
  ]
  private static let settings = [(#""desk."#, #""station."#)]

  /// Returns a line of a recording with the current names.
  ///
  /// The patterns contain unescaped quotation marks, so that they match names but no text within a JSON string.
  static func replaced(in line: String) -> String {
    var line = line
    if line.contains(#""kind":"away""#) { line = replacing(offline, in: line) }
    if line.contains(#""table":"setting""#) { line = replacing(settings, in: line) }
    return line
  }

  private static func replacing(_ names: [(String, String)], in line: String) -> String {
    names.reduce(line) { $0.replacing($1.0, with: $1.1) }
  }
}
