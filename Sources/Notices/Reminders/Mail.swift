package import Deadwax
internal import Foundation

/// A mail in the form that programs that send mail accept: RFC 5322, with characters beyond ASCII encoded by RFC 2047
/// and RFC 2045.
package struct Mail: Hashable, Sendable {
  package var from: String
  package var to: String
  package var subject: String
  package var body: String
  package var at: Timestamp
  /// The unique part of its Message-ID before the `@`.
  package var id: String

  package init(from: String, to: String, subject: String, body: String, at: Timestamp, id: String) {
    self.from = from
    self.to = to
    self.subject = subject
    self.body = body
    self.at = at
    self.id = id
  }

  /// The complete text, with line feeds as programs on Unix accept them.
  package var text: String {
    let host = from.split(separator: "@").last.map(String.init) ?? "localhost"
    return """
      From: \(from)
      To: \(to)
      Subject: \(Self.words(subject))
      Date: \(Self.date(at))
      Message-ID: <\(id)@\(host)>
      Auto-Submitted: auto-generated
      MIME-Version: 1.0
      Content-Type: text/plain; charset=utf-8
      Content-Transfer-Encoding: base64

      \(Self.base64(body))

      """
  }

  /// Returns the text of a header: unchanged if it is ASCII of at most 70 bytes, otherwise in encoded words of at most
  /// 75 characters (RFC 2047, 2). Control characters become blanks.
  private static func words(_ text: String) -> String {
    let clean = String(
      String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? " " : $0 }))
    guard clean.utf8.contains(where: { $0 >= 0x80 }) || clean.utf8.count > 70 else { return clean }
    var words: [String] = []
    var bytes: [UInt8] = []
    for character in clean {
      let more = Array(character.utf8)
      // 45 bytes are 60 characters of base64. A character is never split.
      if bytes.count + more.count > 45, !bytes.isEmpty {
        words.append(encoded(bytes))
        bytes = []
      }
      bytes += more
    }
    if !bytes.isEmpty { words.append(encoded(bytes)) }
    return words.joined(separator: "\n ")
  }

  private static func encoded(_ bytes: [UInt8]) -> String { "=?utf-8?B?\(Data(bytes).base64EncodedString())?=" }

  private static func base64(_ body: String) -> String {
    // Text has CRLF line ends inside base64 as well (RFC 2046, 4.1.1).
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    return Data(lines.utf8).base64EncodedString(options: [.lineLength76Characters, .endLineWithLineFeed])
  }

  /// Formats a time, for example as `Fri, 20 Nov 2026 19:26:00 +0000`.
  private static func date(_ time: Timestamp) -> String {
    let text = time.description
    let day = CivilDate(daysSince1970: Int((Double(time.milliseconds) / 86_400_000).rounded(.down)))
    let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let weekday = weekdays[(day.daysSince1970 % 7 + 7) % 7]
    return "\(weekday), \(day.day) \(months[day.month - 1]) \(day.year) \(text.dropFirst(11).prefix(8)) +0000"
  }
}
