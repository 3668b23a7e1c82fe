internal import CommandLineArguments
internal import Deadwax
internal import Wire

extension ReleaseSummary {
  /// `Kind of Blue – Miles Davis, 1959, cd`.
  package var line: String {
    let name = [title, artist].filter { !$0.isEmpty }.joined(separator: " – ")
    return printable(
      ([name.isEmpty ? "untitled" : name] + [year.map(String.init), medium.rawValue].compactMap(\.self))
        .joined(separator: ", "))
  }
}
