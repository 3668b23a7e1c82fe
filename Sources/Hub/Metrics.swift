internal import API
internal import Backups
internal import Deadwax
internal import Housekeeping
internal import Notices
internal import ReaderProtocol
internal import Readers
internal import Scanning
internal import Storage
internal import TagJobs
internal import Wire

/// The hub's counters in the Prometheus text format 0.0.4. No label names a person or a thing.
struct Metrics {
  let database: Database
  let scans: ScanService
  let tags: TagService
  let readers: [ReaderStatus]
  let lookup: Readiness.Lookup
  let musicBrainz: Readiness.Lookup
  let actions: BackgroundWork
  let clock: ClockWatch
  let backups: Backups

  var text: String {
    var lines = Lines()
    lines.add("deadwax_build_info", "gauge", "1 for the running version.", [("version=\"\(Hub.version)\"", 1)])
    lines.add(
      "deadwax_scans_total", "counter", "Scans since the start, by outcome.",
      scans.counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("outcome=\"\($0.key.rawValue)\"", $0.value) })
    lines.add(
      "deadwax_reader_up", "gauge", "1 if the reader is ready.",
      readers.map { ("device=\"\($0.name)\",station=\"\($0.station)\"", $0.state.kind == .ready ? 1 : 0) })
    lines.add(
      "deadwax_reader_restarts_total", "counter", "Restarts of the reader since the start.",
      readers.map { ("device=\"\($0.name)\",station=\"\($0.station)\"", $0.restarts) })
    lines.add(
      "deadwax_tag_jobs_total", "counter", "Tag jobs that finished since the start, by outcome.",
      tags.counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("outcome=\"\($0.key.rawValue)\"", $0.value) })
    if let open = try? database.read({ try $0.openTagJobs() }) {
      lines.add("deadwax_tag_jobs_open", "gauge", "Unfinished tag jobs.", [("", open)])
    }
    lines.add("deadwax_discogs_queue_length", "gauge", "Waiting look-ups.", [("", lookup.queued)])
    lines.add(
      "deadwax_musicbrainz_queue_length", "gauge", "Releases that are due for a look-up at MusicBrainz.",
      [("", musicBrainz.queued)])
    lines.add(
      "deadwax_clock_believed", "gauge", "1 if the machine's clock is trusted.", [("", clock.doubt == nil ? 1 : 0)])
    let check = database.checkProgress
    lines.add(
      "deadwax_database_writable", "gauge",
      "0 if the database accepts no changes, because files are missing or damaged.",
      [("", database.fault == nil ? 1 : 0)])
    lines.add(
      "deadwax_database_check_percent", "gauge", "Completed part of the integrity check.",
      [("", Readiness.Check(check).percent)])
    lines.add(
      "deadwax_database_check_last_success_timestamp_seconds", "gauge",
      "Time of the last complete integrity check without damage; 0 for none since the start.",
      [("", Int((check.soundAt?.milliseconds ?? 0) / 1000))])
    if let status = try? backups.status() {
      lines.add("deadwax_backups", "gauge", "Complete backups.", [("", status.count)])
      lines.add(
        "deadwax_backup_last_success_timestamp_seconds", "gauge", "Time of the newest backup; 0 for none.",
        [("", Int((status.newest?.time.milliseconds ?? 0) / 1000))])
      lines.add(
        "deadwax_backup_stale", "gauge", "1 if the library has changes that only an old backup or none has.",
        [("", [.stale, .none].contains(status.state) ? 1 : 0)])
      lines.add(
        "deadwax_backup_failed", "gauge", "1 if the last attempt to make a backup failed.",
        [("", status.failure == nil ? 0 : 1)])
    }
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
        offline: try $0.openOfflineEntries()
      )
    }) {
      lines.add("deadwax_loans_open", "gauge", "Open loans.", [("", counts.open)])
      lines.add("deadwax_loans_overdue", "gauge", "Overdue loans.", [("", counts.overdue)])
      lines.add(
        "deadwax_holds_open", "gauge", "Open holds, by state.",
        [Hold.State.waiting, .ready].map { ("state=\"\($0.rawValue)\"", counts.holds[$0] ?? 0) })
      lines.add("deadwax_inbox_open", "gauge", "Open codes in the inbox.", [("", counts.inbox)])
      lines.add(
        "deadwax_offline_entries_open", "gauge", "Merged entries of offline stations that wait for staff.",
        [("", counts.offline)])
    }
    let choices: [Outcome.Code] = [.chooseCopy, .chooseRelease, .ambiguousClass]
    lines.add(
      "deadwax_choices_total", "counter", "Scans since the start that needed a choice, by its kind.",
      choices.map { ("between=\"\($0.rawValue)\"", scans.counts[$0] ?? 0) })
    lines.add(
      "deadwax_scans_spooled", "gauge", "Scans in the spool, which could not be stored in the database.",
      [("", scans.spooled)])
  }

  private func addJobs(_ lines: inout Lines) {
    if let jobs = try? actions.jobs.reports() {
      lines.add(
        "deadwax_job_last_success_timestamp_seconds", "gauge", "Time of the job's last complete run; 0 for never.",
        jobs.map { ("job=\"\($0.name)\"", Int(($0.stored?.succeededAt?.milliseconds ?? 0) / 1000)) })
      lines.add(
        "deadwax_job_failures_total", "counter", "Failures of the job since the start.",
        jobs.map { ("job=\"\($0.name)\"", $0.failures) })
      lines.add(
        "deadwax_job_done", "gauge", "Number of records that the job processed in its last successful run.",
        jobs.map { ("job=\"\($0.name)\"", $0.stored?.done ?? 0) })
      lines.add(
        "deadwax_job_waiting", "gauge",
        "1 while the job waits, because the hub has just started or does not trust its clock.",
        jobs.map { ("job=\"\($0.name)\"", $0.waitsFor == nil ? 0 : 1) })
    }
    if let reminders = try? database.read({ try $0.reminderCounts() }) {
      lines.add(
        "deadwax_reminders", "gauge", "Stored reminders, by state.",
        ["sent", "refused", "unknown"].map { ("state=\"\($0)\"", reminders[$0] ?? 0) })
    }
    let printing = actions.receipts.state
    lines.add(
      "deadwax_receipts_total", "counter", "Receipts sent to the printer since the start.",
      [("result=\"printed\"", printing.printed), ("result=\"failed\"", printing.failed)])
    lines.add("deadwax_receipts_waiting", "gauge", "Receipts waiting for the printer.", [("", printing.waiting)])
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
