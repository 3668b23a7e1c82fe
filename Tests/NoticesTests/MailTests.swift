import Deadwax
import Foundation
import Notices
import Testing

@Suite(.timeLimit(.minutes(5)))
struct MailTests {
  private func mail(_ subject: String, _ body: String = "Hello.\n") -> [String] {
    Mail(
      from: "library@example.org", to: "ada@example.org", subject: subject, body: body,
      at: Timestamp(milliseconds: 1_795_176_000_000), id: "1"
    ).text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `a mail has what RFC 5322 requires, and only one body`() throws {
    let lines = mail("Two records are due soon", "Grüße\nvon uns\n")
    #expect(
      lines.prefix(5) == [
        "From: library@example.org", "To: ada@example.org", "Subject: Two records are due soon",
        "Date: Fri, 20 Nov 2026 12:00:00 +0000", "Message-ID: <1@example.org>",
      ])
    let end = try #require(lines.firstIndex(of: ""))
    let body = Data(base64Encoded: lines[(end + 1)...].joined())
    #expect(body.map { String(decoding: $0, as: UTF8.self) } == "Grüße\r\nvon uns\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 0x80 } })
  }

  @Test func `a subject beyond ASCII is cut into encoded words, never within a letter`() {
    let subject = String(repeating: "überfällig – ", count: 20)
    let text = mail(subject).joined(separator: "\n")
    let words = text.split(separator: "=?utf-8?B?").dropFirst().compactMap { $0.split(separator: "?=").first }
    #expect(words.count > 3 && words.allSatisfy { $0.utf8.count <= 63 })
    let decoded = words.compactMap { Data(base64Encoded: String($0)).flatMap { String(data: $0, encoding: .utf8) } }
    #expect(decoded.joined() == subject)
  }

  @Test func `nothing in a subject begins another header`() {
    #expect(mail("Hello\nBcc: eve@example.org").filter { $0.hasPrefix("Bcc") }.isEmpty)
  }
}
