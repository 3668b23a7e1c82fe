internal import API
internal import Circulation
internal import Deadwax
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
    if let open = try? database.read({ try $0.openLoans() }) {
      lines.add("deadwax_loans_open", "gauge", "Loans that are open.", [("", open)])
    }
    return lines.text
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
