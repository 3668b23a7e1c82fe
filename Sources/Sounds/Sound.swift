package import Deadwax

/// The six sounds of a desk, by what they say. A machine makes the same as its page does.
package enum Sound: String, CaseIterable, Sendable {
  case ok
  /// Done, and something is to be known.
  case okNote = "ok-note"
  /// It was so already.
  case again
  /// The desk waits for an answer.
  case ask
  case no
  /// A device or the database has failed.
  case fault

  /// What a desk makes of an outcome. The page has the same table, in `www/record/tones.js`.
  package init(_ outcome: Outcome) {
    switch (outcome.code, outcome.mode) {
    // What comes back and is not ours is not to be taken in: nobody is asked what it is while the next ones wait.
    case (.unknownCode, .return), (.unknownTag, .return): self = .no
    // It was at home already, unless somebody waits for it.
    case (.notOnLoan, _) where outcome.facts.notes.isEmpty: self = .again
    case (.notSaved, _), (.readerFault, _): self = .fault
    default: self.init(outcome.status, hasNotes: !outcome.facts.notes.isEmpty)
    }
  }

  private init(_ status: Outcome.Status, hasNotes: Bool) {
    switch status {
    case .done: self = hasNotes ? .okNote : .ok
    case .noted, .queued: self = .okNote
    case .duplicate: self = .again
    case .needsChoice, .needsConfirmation, .unknown: self = .ask
    case .refused: self = .no
    }
  }

  /// What a desk makes of a job on a tag that came to another state; nil while nothing is to be said of it.
  package init?(of job: TagJob) {
    switch (job.state, job.outcome) {
    case (.waiting, _), (.writing, _): return nil
    case (.done, .tagUnchanged), (.expired, _), (.cancelled, _): self = .again
    case (.done, _): self = .ok
    case (.torn, _), (.failed, .readerFault): self = .fault
    case (.failed, _): self = .no
    }
  }
}

/// A tone within a sound.
struct Note: Hashable, Sendable {
  enum Wave: Hashable, Sendable { case sine, triangle, sawtooth, square }

  /// Seconds after the beginning of the sound.
  let start: Double
  /// Seconds.
  let length: Double
  /// In hertz.
  let pitch: Double
  let wave: Wave
}

extension Sound {
  /// Rising for good, low and long for a refusal, alternating for a fault: told apart also by whoever hears only some
  /// pitches.
  var notes: [Note] {
    switch self {
    case .ok:
      [Note(start: 0, length: 0.09, pitch: 660, wave: .sine), Note(start: 0.09, length: 0.18, pitch: 990, wave: .sine)]
    case .okNote:
      [
        Note(start: 0, length: 0.09, pitch: 660, wave: .sine), Note(start: 0.09, length: 0.12, pitch: 990, wave: .sine),
        Note(start: 0.26, length: 0.16, pitch: 784, wave: .sine),
      ]
    case .again: [Note(start: 0, length: 0.05, pitch: 440, wave: .triangle)]
    case .ask:
      [
        Note(start: 0, length: 0.14, pitch: 587, wave: .sine),
        Note(start: 0.2, length: 0.22, pitch: 784, wave: .triangle),
      ]
    case .no: [Note(start: 0, length: 0.42, pitch: 165, wave: .sawtooth)]
    case .fault:
      [0, 0.16, 0.32, 0.48].enumerated().map { index, start in
        Note(start: start, length: 0.14, pitch: index.isMultiple(of: 2) ? 233 : 175, wave: .square)
      }
    }
  }
}
