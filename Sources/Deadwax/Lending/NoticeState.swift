/// The result of a notice so far.
package enum NoticeState: String, CaseIterable, Codable, Sendable {
  /// It was handed to its program, which has not ended.
  case sending
  case sent
  /// The program refused it, so it was not sent.
  case refused
  /// It is not known whether it was sent.
  case unknown
}
