/// How long things take: nothing at all for tests of behaviour, or about as long as on a real chip, rather more than less.
package struct ChipTiming: Hashable, Sendable {
  /// Answers come at once.
  package static let immediate = ChipTiming(isReal: false)
  /// Bytes take their time on the line and on air, and the chip thinks.
  package static let real = ChipTiming(isReal: true)

  let isReal: Bool

  /// So many bytes on the serial line: ten bits each.
  func line(_ count: Int, baud: Int) -> Duration { scaled(.nanoseconds(count * 10 * 1_000_000_000 / baud)) }

  /// From a command's last byte to its acknowledgement's first. Traces of a PN532 show 1 to 2 ms.
  var acknowledge: Duration { scaled(.microseconds(1500)) }

  /// What the chip needs for itself in every command.
  var processing: Duration { scaled(.microseconds(1000)) }

  /// From the call to the end of the last select, for a number of 7 bytes.
  var activation: Duration { scaled(.microseconds(4500)) }

  /// A call that nobody answers.
  var unanswered: Duration { scaled(.microseconds(2500)) }

  /// After the field is switched on, before a card is awake (ISO/IEC 14443-3, 5.1: 5 ms).
  var fieldSettles: Duration { scaled(.milliseconds(5)) }

  /// A frame of so many bytes at 106 kbit/s with its checksum: nine bits a byte, and the pause before the answer.
  func air(_ count: Int) -> Duration { scaled(.nanoseconds((count + 2) * 9 * 9440 + 90_000)) }

  func scaled(_ duration: Duration) -> Duration { isReal ? duration : .zero }

  /// Between two looks while the chip waits for a card to come.
  static let searchInterval = Duration.milliseconds(5)
}
