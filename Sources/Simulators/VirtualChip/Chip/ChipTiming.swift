/// The duration of operations: zero for tests of behaviour, or about that of a real chip, rather longer than shorter.
package enum ChipTiming: String, CaseIterable, Hashable, Sendable {
  /// All durations are zero.
  case immediate = "none"
  /// Bytes take their time on the serial line and on air, and the chip needs time to process a command.
  case real
  /// As `real`, but a card takes 80 ms to program a page, so that each page of a write can be observed.
  case slow

  var isImmediate: Bool { self == .immediate }

  /// Returns the time for `count` bytes on the serial line, at ten bits each.
  func line(_ count: Int, baud: Int) -> Duration { scaled(.nanoseconds(count * 10 * 1_000_000_000 / baud)) }

  /// The time from a command's last byte to its acknowledgement's first. Traces of a PN532 show 1 to 2 ms.
  var acknowledge: Duration { scaled(.microseconds(1500)) }

  /// The chip's own processing time for each command.
  var processing: Duration { scaled(.microseconds(1000)) }

  /// The time from the request to the end of the last select, for a UID of 7 bytes.
  var activation: Duration { scaled(.microseconds(4500)) }

  /// The time of a request that no card answers.
  var unanswered: Duration { scaled(.microseconds(2500)) }

  /// The time from switching the field on until a card is awake (ISO/IEC 14443-3, 5.1: 5 ms).
  var fieldSettles: Duration { scaled(.milliseconds(5)) }

  /// Returns the time for a frame of `count` bytes at 106 kbit/s, with its checksum, at nine bits each, and the pause
  /// before the answer.
  func air(_ count: Int) -> Duration { scaled(.nanoseconds((count + 2) * 9 * 9440 + 90_000)) }

  /// Returns the time for a card's work of a command, such as 4.1 ms to program a page.
  func card(_ work: Duration) -> Duration { scaled(self == .slow ? work * 20 : work) }

  func scaled(_ duration: Duration) -> Duration { isImmediate ? .zero : duration }

  /// The time between two attempts while the chip waits for a card.
  static let searchInterval = Duration.milliseconds(5)
}
