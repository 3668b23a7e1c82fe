internal import Deadwax
internal import Lists
internal import Wire

extension PlayReportForm {
  init(_ form: PlayForm) {
    self.init(
      name: form.name, title: form.title, source: form.source, checkedOn: form.checkedOn,
      note: form.note, dueDays: form.dueDays, columns: form.columns.map(\.heading))
  }
}

extension PlayReportResource {
  init(_ report: PlayReport) {
    self.init(
      form: PlayReportForm(report.form), since: report.since, until: report.until, dueOn: report.dueOn,
      plays: report.plays, rows: report.rows)
    missing = report.missing.map { Missing(field: $0.field.rawValue, rows: $0.rows, needed: $0.needed) }
    gaps = report.gaps.map {
      Gap(release: $0.release, position: $0.position, fields: $0.fields.map(\.rawValue), plays: $0.plays)
    }
    gapCount = report.gapCount
    warnings = report.warnings.map { PlayWarning($0) }
    warningCount = report.warningCount
  }
}

extension PlayResource {
  init(_ view: PlayView) {
    self.init(
      view.play, copy: view.copy, release: view.release, titles: view.titles,
      warnings: view.warnings.map { PlayWarning($0) })
  }
}

extension PlayWarning {
  fileprivate init(_ warning: ComplementWarning) {
    self.init(
      rule: warning.rule.rawValue, subject: warning.subject, count: warning.count, limit: warning.limit,
      play: warning.play, at: warning.at)
  }
}
