internal import API
internal import Circulation
internal import Deadwax
internal import Notices
internal import ReaderProtocol
internal import Readers
internal import Storage

/// The hub's counters in the Prometheus text format 0.0.4. No label names a person or a thing.
struct Metrics {
  let database: Database
  let scans: ScanService
  let tags: TagService
  let readers: [ReaderStatus]
  let lookup: Readiness.Lookup
  let errands: Errands
  let clock: ClockTrust

  var text: String {
    var lines = Lines()
    lines.add("deadwax_build_info", "gauge", "1 for the version that runs.", [("version=\"\(Hub.version)\"", 1)])
    lines.add(
      "deadwax_scans_total", "counter", "Scans since the start, by outcome.",
      scans.counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("outcome=\"\($0.key.rawValue)\"", $0.value) })
    lines.add(
      "deadwax_reader_up", "gauge", "1 while a reader is ready.",
      readers.map { ("device=\"\($0.name)\",station=\"\($0.station)\"", $0.state.kind == .ready ? 1 : 0) })
    lines.add(
      "deadwax_reader_restarts_total", "counter", "How often a reader was started again.",
      readers.map { ("device=\"\($0.name)\",station=\"\($0.station)\"", $0.restarts) })
    lines.add(
      "deadwax_tag_jobs_total", "counter", "Jobs on tags that ended since the start, by outcome.",
      tags.counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("outcome=\"\($0.key.rawValue)\"", $0.value) })
    if let open = try? database.read({ try $0.openTagJobs() }) {
      lines.add("deadwax_tag_jobs_open", "gauge", "Jobs on tags that are not over.", [("", open)])
    }
    lines.add("deadwax_discogs_queue_length", "gauge", "Look-ups that wait.", [("", lookup.queued)])
    lines.add(
      "deadwax_clock_believed", "gauge", "1 while the machine's clock is believed.", [("", clock.doubt == nil ? 1 : 0)])
    let check = database.checkProgress
    lines.add(
      "deadwax_database_writable", "gauge", "0 while no change is taken: files gone or damaged.",
      [("", database.fault == nil ? 1 : 0)])
    lines.add(
      "deadwax_database_check_percent", "gauge", "How far the check of the whole database is.",
      [("", Readiness.Check(check).percent)])
    lines.add(
      "deadwax_database_check_last_success_timestamp_seconds", "gauge",
      "When a whole check of the database last found nothing; 0 for never since the start.",
      [("", Int((check.soundAt?.milliseconds ?? 0) / 1000))])
    addCounter(&lines)
    addJobs(&lines)
    return lines.text
  }

  /// Adds the gauges of the counter: open loans, holds, and items that need a decision.
  private func addCounter(_ lines: inout Lines) {
    if let counts = try? database.read({
      (
        open: try $0.openLoans(), overdue: try $0.overdueLoans(), inbox: try $0.openInboxItems(),
        holds: try $0.openHolds(),
        away: try $0.openAwayItems()
      )
    }) {
      lines.add("deadwax_loans_open", "gauge", "Loans that are open.", [("", counts.open)])
      lines.add("deadwax_loans_overdue", "gauge", "Loans that are overdue.", [("", counts.overdue)])
      lines.add(
        "deadwax_holds_open", "gauge", "Holds that are open, by state.",
        [Hold.State.waiting, .ready].map { ("state=\"\($0.rawValue)\"", counts.holds[$0] ?? 0) })
      lines.add("deadwax_inbox_open", "gauge", "Unknown codes that wait to be decided about.", [("", counts.inbox)])
      lines.add(
        "deadwax_away_open", "gauge", "Entries of stations that were away, and that wait for somebody.",
        [("", counts.away)])
    }
    let choices: [Outcome.Code] = [.chooseCopy, .chooseRelease, .ambiguousClass]
    lines.add(
      "deadwax_choices_total", "counter", "Scans since the start after which a person had to choose, by what between.",
      choices.map { ("between=\"\($0.rawValue)\"", scans.counts[$0] ?? 0) })
    lines.add(
      "deadwax_scans_spooled", "gauge", "Scans that could not be kept and wait beside the database.",
      [("", scans.spooled)])
  }

  private func addJobs(_ lines: inout Lines) {
    if let jobs = try? errands.jobs.reports() {
      lines.add(
        "deadwax_job_last_success_timestamp_seconds", "gauge", "When a job last did all of its work; 0 for never.",
        jobs.map { ("job=\"\($0.name)\"", Int(($0.kept?.succeededAt?.milliseconds ?? 0) / 1000)) })
      lines.add(
        "deadwax_job_failures_total", "counter", "How often a job has failed since the start.",
        jobs.map { ("job=\"\($0.name)\"", $0.failures) })
      lines.add(
        "deadwax_job_done", "gauge", "How much a job did the last time that it succeeded.",
        jobs.map { ("job=\"\($0.name)\"", $0.kept?.done ?? 0) })
      lines.add(
        "deadwax_job_waiting", "gauge",
        "1 while a job does not run, because the hub has just started or for its clock.",
        jobs.map { ("job=\"\($0.name)\"", $0.waitsFor == nil ? 0 : 1) })
    }
    if let reminders = try? database.read({ try $0.reminderCounts() }) {
      lines.add(
        "deadwax_reminders", "gauge", "Reminders that are kept, by what became of them.",
        ["sent", "refused", "unknown"].map { ("state=\"\($0)\"", reminders[$0] ?? 0) })
    }
    let printing = errands.receipts.state
    lines.add(
      "deadwax_receipts_total", "counter", "Receipts given to the printer since the start.",
      [("result=\"printed\"", printing.printed), ("result=\"failed\"", printing.failed)])
    lines.add("deadwax_receipts_waiting", "gauge", "Receipts that wait for the printer.", [("", printing.waiting)])
  }

  private struct Lines {
    var text = ""

    mutating func add(_ name: String, _ type: String, _ help: String, _ samples: [(labels: String, value: Int)]) {
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
      for sample in samples {
        text += sample.labels.isEmpty ? "\(name) \(sample.value)\n" : "\(name){\(sample.labels)} \(sample.value)\n"
      }
    }
  }
}
