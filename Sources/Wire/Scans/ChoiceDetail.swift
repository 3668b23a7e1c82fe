/// One of several meanings of a code. For a card, the borrower is not named.
package struct ChoiceDetail: Codable, Sendable {
  /// The number to send to `pick`.
  package var number: Int
  /// The kind of record; `act` is an action with the code.
  package var kind: Kind
  /// A title, as text.
  package var title: String?
  /// A text that distinguishes this choice from the others.
  package var text: String?
  package var copy: CopySummary?
  package var release: ReleaseSummary?
  /// The short name of the borrower who has the copy. Only in the response for a single station, and not at a self-
  /// service station.
  package var holder: String?

  package init(
    number: Int, kind: Kind, title: String? = nil, text: String? = nil, copy: CopySummary? = nil,
    release: ReleaseSummary? = nil, holder: String? = nil
  ) {
    self.number = number
    self.kind = kind
    self.title = title
    self.text = text
    self.copy = copy
    self.release = release
    self.holder = holder
  }

  /// The kind of the choice; `act` for an action, `answer` for an answer to a question.
  package enum Kind: String, CaseIterable, Codable, Sendable {
    case release, copy, borrower, place, slot, act, answer
  }
}
