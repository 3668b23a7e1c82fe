internal import Away
internal import Deadwax
internal import Sounds

/// What a station tells whoever stands there and whoever looks after it: one line for each thing, with a sign in words'
/// place and never by colour alone, and a sound.
final class StationVoice: Sendable {
  private let isJSON: Bool
  private let speaker: Speaker?

  /// A scan and what came of it.
  struct Told {
    var reading: Reading
    var reader: String
    var outcome: Outcome
    var title: String
    var detail: String
    /// What it is about, in a few words; empty while nobody can say.
    var subject = ""
    /// Whether it is somebody's card: its number stands on no screen.
    var isCard: Bool
    /// Its place in the journal; nil where it went to the hub, or nowhere.
    var sequence: Int64?
    /// Whether the hub was asked.
    var isAway = false
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
    var away: Bool
    var sequence: Int64?
  }

  private struct VerdictLine: Encodable {
    var type = "taken-in"
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
  ///   - isJSON: for programs: a JSON document for each line.
  ///   - speaker: makes the sounds; nil for none.
  init(isJSON: Bool, speaker: Speaker?) {
    self.isJSON = isJSON
    self.speaker = speaker
  }

  func tell(_ told: Told) {
    speaker?.play(Sound(told.outcome))
    let code = told.isCard ? "…" : told.reading.text
    guard !isJSON else {
      print(
        ScanLine(
          id: told.reading.id.text, at: told.reading.at.description, reader: told.reader, code: code,
          status: told.outcome.status.rawValue, outcome: told.outcome.code.rawValue, title: told.title,
          detail: told.detail, away: told.isAway, sequence: told.sequence))
      return
    }
    var line = "\(sign(of: told.outcome.status)) \(printable(code).cut(to: 40))  \(printable(told.title))"
    if !told.detail.isEmpty { line += ": \(printable(told.detail))" }
    if !told.subject.isEmpty { line += "  \(told.subject)" }
    say(line)
  }

  /// What became of a scan that had waited. What was simply done needs no line of its own, but for a program.
  ///
  /// - Parameters:
  ///   - entry: as it waited.
  ///   - verdict: of the hub.
  ///   - meta: what the hub last said; it has the words.
  func tell(_ entry: AwayEntry, _ verdict: AwayVerdict, _ meta: Replica.Meta?) {
    guard !isJSON else {
      print(
        VerdictLine(
          id: entry.id.text, at: entry.at.description, sequence: verdict.sequence, state: verdict.state.rawValue,
          outcome: verdict.code.rawValue, reasons: verdict.reasons.map(\.rawValue)))
      return
    }
    let codes = verdict.reasons.isEmpty ? [verdict.code] : verdict.reasons
    let why = codes.map { StationWords($0, meta).title }.joined(separator: ", ")
    let what = entry.act == .card ? "…" : printable(entry.code).cut(to: 40)
    let then = "of \(ClockTime.short(entry.at.description))"
    switch verdict.state {
    case .applied: break
    case .appliedWithException: say("! \(what) \(then) was done, and staff should know: \(printable(why))")
    case .needsStaff: say("! \(what) \(then) needs staff: \(printable(why))")
    }
  }

  /// How the hub is.
  func tell(_ state: String, _ sentence: String) {
    if isJSON { print(Notice(type: "hub", state: state, detail: sentence)) } else { say("– \(printable(sentence))") }
  }

  /// What whoever looks after the station should know.
  func note(_ sentence: String) {
    if isJSON { print(Notice(type: "note", detail: sentence)) } else { say("– \(printable(sentence))") }
  }

  /// Something of the station itself has failed.
  func fault(_ sentence: String) {
    speaker?.play(.fault)
    note(sentence)
  }

  func stop() { speaker?.stop() }

  private func sign(of status: Outcome.Status) -> String { OutcomeShape.sign(of: status.rawValue) }

  private func say(_ line: String) {
    StandardOutput.line("\(ClockTime.short(Timestamp.now().description))  \(line)")
  }

  private func print(_ line: some Encodable) {
    StandardOutput.line(String(decoding: JSONText.encode(line), as: UTF8.self))
  }
}
