import Deadwax
import Foundation
import TestSupport
import Testing

@testable import Sounds

/// Tests that the page and the machine's speaker make the same sound for the same outcome.
@Suite(.timeLimit(.minutes(5)))
struct SoundTableTests {
  /// The page's table, from its own file.
  private struct Feedback: Decodable {
    var status: [String: String]
    var code: [String: String]
    var `return`: [String: String]
    var withNotes: [String: String]
    var job: [String: String]
    var jobCode: [String: [String: String]]

    init(file: String) throws {
      let text = try String(contentsOfFile: Repository.path(file), encoding: .utf8)
      let start = try #require(text.firstIndex(of: "{"))
      let end = try #require(text.lastIndex(of: "}"))
      self = try JSONDecoder().decode(Feedback.self, from: Data(text[start...end].utf8))
    }

    /// Returns the page's sound for an outcome, like `heard` of www/record/words.js.
    func sound(_ outcome: Outcome) -> String? {
      let code = outcome.code.rawValue
      let hasNotes = !outcome.facts.notes.isEmpty
      let tone =
        (outcome.mode == .return ? self.return[code] : nil) ?? (hasNotes ? withNotes[code] : nil) ?? self.code[code]
        ?? status[outcome.status.rawValue]
      return hasNotes ? tone.flatMap { withNotes[$0] } ?? tone : tone
    }
  }

  /// The page's names of the sounds.
  private let names: [Sound: String] = [
    .ok: "done", .okNote: "note", .again: "again", .request: "ask", .no: "no", .fault: "fault",
  ]

  @Test func `every outcome in every mode sounds the same from the page and from the machine`() throws {
    let page = try Feedback(file: "www/record/feedback.js")
    for code in Outcome.Code.allCases {
      for mode in Mode.allCases {
        for notes in [[], [Outcome.Code.holdWaiting]] {
          let outcome = Outcome(code, mode: mode, facts: Outcome.Facts(notes: notes))
          #expect(
            page.sound(outcome) == names[Sound(outcome)], "\(code.rawValue) in \(mode.rawValue), notes \(notes.count)")
        }
      }
    }
  }

  @Test func `every end of a job on a tag sounds the same`() throws {
    let page = try Feedback(file: "www/record/feedback.js")
    let now = Timestamp(milliseconds: 1)
    let uid = try #require(TagID("04A2B3C4D5E680"))
    for state in TagJob.State.allCases {
      for outcome in [nil] + Outcome.Code.allCases {
        var job = TagJob(
          id: .new(at: now), action: .write, uid: uid, station: .hubStation, deadline: now, createdAt: now)
        job.state = state
        job.outcome = outcome
        let heard = outcome.flatMap { page.jobCode[state.rawValue]?[$0.rawValue] } ?? page.job[state.rawValue]
        guard let sound = Sound(of: job) else {
          // A pending job has no sound, although it has the colour of a note.
          #expect([.waiting, .writing].contains(state) && heard == "note")
          continue
        }
        #expect(heard == names[sound], "\(state.rawValue), \(outcome?.rawValue ?? "no outcome")")
      }
    }
  }

  @Test func `every sound in the page's table exists`() throws {
    let page = try Feedback(file: "www/record/feedback.js")
    #expect(Set(page.status.keys) == Set(Outcome.Status.allCases.map(\.rawValue)))
    let codes = Set(Outcome.Code.allCases.map(\.rawValue))
    for code in [page.code, page.return].flatMap(\.keys) + page.jobCode.values.flatMap(\.keys) {
      #expect(codes.contains(code), "\(code)")
    }
    #expect(Set(page.job.keys) == Set(TagJob.State.allCases.map(\.rawValue)))
    let all = [page.status, page.code, page.return, page.withNotes, page.job].flatMap(\.values)
    #expect(Set(all).isSubset(of: Set(names.values)))
  }

  /// The line in www/desk/sound.js: `name: [[start, length, hertz, "wave"], …],`.
  @Test func `the tones of the six sounds are the same`() throws {
    let text = try String(contentsOfFile: Repository.path("www/desk/sound.js"), encoding: .utf8)
    for (sound, name) in names {
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("  \(name): [[") }, "\(name)")
      let notes = line.matches(of: /\[([0-9.]+), ([0-9.]+), ([0-9]+), "([a-z]+)"\]/).map { match in
        [match.1, match.2, match.3].map { Double("0\($0)") ?? Double($0) ?? -1 }
      }
      let waves = line.matches(of: /"([a-z]+)"/).map { String($0.1) }
      #expect(notes == sound.notes.map { [$0.start, $0.length, $0.pitch] }, "\(name)")
      #expect(waves == sound.notes.map { "\($0.wave)" }, "\(name)")
    }
  }
}
