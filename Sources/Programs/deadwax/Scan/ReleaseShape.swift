/// The main members of a release.
struct ReleaseShape: Decodable {
  var id: String?
  var title: String
  var artist: String
  var year: Int?
  var medium: String?

  /// `Kind of Blue – Miles Davis, 1959, cd`.
  var line: String {
    let name = [title, artist].filter { !$0.isEmpty }.joined(separator: " – ")
    return printable(
      ([name.isEmpty ? "untitled" : name] + [year.map(String.init), medium].compactMap(\.self))
        .joined(separator: ", "))
  }
}
