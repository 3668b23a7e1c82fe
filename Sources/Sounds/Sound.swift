package import Deadwax

/// The six sounds of a station, by their meaning. The machine plays the same sounds as the page.
package enum Sound: String, CaseIterable, Sendable {
  case ok
  /// The action is done, and there is a note for staff.
  case okNote = "ok-note"
  /// The state was already as requested.
  case again
  /// The station waits for an answer.
  case request
  case no
  /// A device or the database has failed.
  case fault

  /// Selects the sound of an outcome. The page has the same table, in `www/record/tones.js`.
  package init(_ outcome: Outcome) {
    switch (outcome.code, outcome.mode) {
    // An unknown code in return mode is refused: a prompt would hold up the next returns.
    case (.unknownCode, .return), (.unknownTag, .return): self = .no
    // The copy was already checked in. A note, for example on a waiting hold, gets another sound.
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
    case .needsChoice, .needsConfirmation, .unknown: self = .request
    case .refused: self = .no
    }
  }

  /// Selects the sound of a tag job's new state; nil while there is nothing to report.
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

extension Sound {
  /// The tones of the sound: rising for success, low and long for a refusal, alternating for a fault. People who hear
  /// only some pitches can distinguish them too.
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
    case .request:
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
