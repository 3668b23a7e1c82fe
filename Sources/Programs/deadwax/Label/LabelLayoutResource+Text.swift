internal import CommandLineArguments
internal import HubClient
internal import Wire

extension LabelLayoutResource {
  /// The paper as a row with columns.
  var row: String {
    let count = columns * rows > 1 ? "\(columns) × \(rows) on \(paper)" : "one at a time, on a roll"
    return "\(printable(id).padded(to: 18))  \(printable(name).padded(to: 38))  \(printable(count))"
  }
}
