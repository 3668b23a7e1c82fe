internal import CommandLineArguments
internal import HubClient

/// A label paper as the API returns it.
struct LabelLayoutShape: Decodable {
  var id: String
  var name: String
  var paper: String
  var columns: Int
  var rows: Int

  /// The paper as a row with columns.
  var row: String {
    let count = columns * rows > 1 ? "\(columns) × \(rows) on \(paper)" : "one at a time, on a roll"
    return "\(printable(id).padded(to: 18))  \(printable(name).padded(to: 38))  \(printable(count))"
  }
}
