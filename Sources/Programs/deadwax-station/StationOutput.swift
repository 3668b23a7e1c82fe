internal import CommandLineArguments
internal import Deadwax
internal import HubClient
internal import OfflineStation
internal import Sounds
internal import Wire

/// The output of a station: one line for each event and a sound. A line begins with a symbol, never with a colour
/// alone.
final class StationOutput: Sendable {
  private let isJSON: Bool
  private let speaker: Speaker?
  private let printLine: @Sendable (String) -> Void

  /// A scan with its outcome.
  struct ReportedScan {
    var reading: Reading
    var reader: String
    var outcome: Outcome
    var title: String
    var detail: String
    /// The subject in a few words; empty if it is not known.
    var subject = ""
    /// True if the code is a card. Its code is not displayed.
    var isCard: Bool
    /// The sequence number in the journal; nil if the scan went to the hub or could not be stored.
    var sequence: Int64?
    /// True if the scan was handled offline.
    var isOffline = false
  }

  private struct ScanLine: Encodable {
    var type = "scan"
    var id: String
    var at: String
    var reader: String
    var code: String
    var status: String
    var outcome: String
    var title: String
    var detail: String
    var offline: Bool
    var sequence: Int64?
  }

  private struct VerdictLine: Encodable {
    var type = "merged"
    var id: String
    var at: String
    var sequence: Int64
    var state: String
    var outcome: String
    var reasons: [String]
  }

  private struct Notice: Encodable {
    var type: String
    var state: String?
    var detail: String
  }

  /// - Parameters:
  ///   - isJSON: true to print one JSON document per line, for programs.
  ///   - speaker: the speaker for the sounds; nil for none.
  ///   - printLine: prints a line for people or programs. Called from any thread.
  init(isJSON: Bool, speaker: Speaker?, printLine: @escaping @Sendable (String) -> Void) {
    self.isJSON = isJSON
    self.speaker = speaker
    self.printLine = printLine
  }

  func report(_ reported: ReportedScan) {
    speaker?.play(Sound(reported.outcome))
    let code = reported.isCard ? "…" : reported.reading.text
    guard !isJSON else {
      print(
        ScanLine(
          id: reported.reading.id.text, at: reported.reading.at.description, reader: reported.reader, code: code,
          status: reported.outcome.status.rawValue, outcome: reported.outcome.code.rawValue, title: reported.title,
          detail: reported.detail, offline: reported.isOffline, sequence: reported.sequence))
      return
    }
    var line = "\(sign(of: reported.outcome.status)) \(printable(code).cut(to: 40))  \(printable(reported.title))"
    if !reported.detail.isEmpty { line += ": \(printable(reported.detail))" }
    if !reported.subject.isEmpty { line += "  \(reported.subject)" }
    say(line)
  }

  /// Reports the merge of a journal entry. An entry that was applied without exception is printed only for programs.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - verdict: the hub's verdict.
  ///   - meta: the metadata of the replica, which has the texts.
  func report(_ entry: OfflineEntry, _ verdict: MergeResult, _ meta: Replica.Meta?) {
    guard !isJSON else {
      print(
        VerdictLine(
          id: entry.id.text, at: entry.at.description, sequence: verdict.sequence, state: verdict.state.rawValue,
          outcome: verdict.code.rawValue, reasons: verdict.reasons.map(\.rawValue)))
      return
    }
    let codes = verdict.reasons.isEmpty ? [verdict.code] : verdict.reasons
    let why = codes.map { OfflineTexts($0, meta).title }.joined(separator: ", ")
    let what = entry.act == .card ? "…" : printable(entry.code).cut(to: 40)
    let then = "of \(ClockTime.short(entry.at.description))"
    switch verdict.state {
    case .applied: break
    case .appliedWithException: say("! \(what) \(then) was done with an exception for staff: \(printable(why))")
    case .needsStaff: say("! \(what) \(then) needs staff: \(printable(why))")
    }
  }

  /// Reports the state of the hub.
  func report(_ state: String, _ sentence: String) {
    if isJSON { print(Notice(type: "hub", state: state, detail: sentence)) } else { say("– \(printable(sentence))") }
  }

  /// Prints a note for the operator of the station.
  func note(_ sentence: String) {
    if isJSON { print(Notice(type: "note", detail: sentence)) } else { say("– \(printable(sentence))") }
  }

  /// Reports a fault of the station itself.
  func fault(_ sentence: String) {
    speaker?.play(.fault)
    note(sentence)
  }

  func stop() { speaker?.stop() }

  private func sign(of status: Outcome.Status) -> String { OutcomeDetail.sign(of: status) }

  private func say(_ line: String) {
    printLine("\(ClockTime.short(Timestamp.now().description))  \(line)")
  }

  private func print(_ line: some Encodable) {
    printLine(String(decoding: JSONCoding.encode(line), as: UTF8.self))
  }
}
