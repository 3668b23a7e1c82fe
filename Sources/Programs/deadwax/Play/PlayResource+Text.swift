internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import Wire

extension PlayResource {
  /// Adds the play as a row: time, record, position, warnings and id.
  func add(to table: inout Table) {
    let what = [position, titles?.joined(separator: " / ")].compactMap(\.self).joined(separator: " ")
    let limits = (warnings ?? []).map { "above the limit: \($0.rule)" }.joined(separator: ", ")
    table.add(
      ClockTime.short(startedAt), "copy \(copy.number)", release.line, what.isEmpty ? source : what, limits, id.text)
  }
}

extension PlayReportResource {
  /// The report over several lines: its size, what is missing, the recordings that lack something, and the warnings.
  var lines: [String] {
    var table = Table(giving: 2)
    for item in missing {
      let need = item.needed > 0 ? "needed for \(item.needed)" : "not needed"
      table.add("  without \(item.field)", "\(item.rows) of \(rows)", need)
    }
    var further = Table(giving: 1)
    for gap in gaps {
      further.add(
        "  \(gap.plays)×", gap.release.line, gap.position ?? "", "lacks \(gap.fields.joined(separator: ", "))",
        gap.release.id.text)
    }
    for warning in warnings {
      further.add(
        "  \(ClockTime.short(warning.at))", warning.subject, warning.rule,
        "\(warning.count) recordings, \(warning.limit) are allowed", "")
    }
    let due = dueOn.map { ", due on \($0)" } ?? ""
    let size = "\(plays) \(plays == 1 ? "play" : "plays"), \(rows) \(rows == 1 ? "row" : "rows")"
    let head = "\(printable(form.title)): \(size)\(due)"
    return [head] + table.lines + further.lines + (form.note.map { ["  \(printable($0))"] } ?? [])
  }
}
