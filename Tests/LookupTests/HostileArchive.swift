import Lookup
import ServerTestSupport
import TestSupport
import Threads

/// MusicBrainz and the archive on raw bytes. It answers as planned, and after that as it should.
final class HostileArchive: Sendable {
  /// An answer that breaks the rules, or the right one.
  enum Answer: Hashable, CaseIterable {
    case right, tooMany, busy, busyWithoutWord, page, unknownStatus, half, halfHeader, silence, closed, noise, elsewhere
    case loop, large
  }

  /// A request that arrived.
  struct Arrival: Hashable {
    let path: String
    let at: ContinuousClock.Instant
    let answer: Answer
  }

  /// The seconds that it asks to wait.
  static let wait = 700
  private let state: Locked<(plan: [Answer], arrivals: [Arrival])>
  private let server: RawServer
  /// Another machine, to which it redirects.
  let stranger: RawServer

  /// - Parameters:
  ///   - plan: the answers to the first requests.
  ///   - clock: the clock by which the requests are noted.
  /// - Throws: an error if no socket is available.
  init(_ plan: [Answer], clock: @escaping @Sendable () -> ContinuousClock.Instant) throws {
    let state = Locked((plan: plan, arrivals: [Arrival]()))
    let stranger = try RawServer { connection in if connection.request() != nil { connection.answer(200, "", "{}") } }
    (self.state, self.stranger) = (state, stranger)
    let elsewhere = stranger.url
    server = try RawServer { connection in
      while let request = connection.request() {
        let path = String(request.split(separator: " ").dropFirst().first ?? "")
        let answer = state.withLock { state in
          let answer = state.plan.isEmpty ? .right : state.plan.removeFirst()
          state.arrivals.append(Arrival(path: path, at: clock(), answer: answer))
          return answer
        }
        guard Self.send(answer, path, elsewhere, connection) else { break }
      }
    }
  }

  var url: String { server.url }

  /// The requests so far, in their order.
  var arrivals: [Arrival] { state.withLock { $0.arrivals } }

  /// The number of planned answers that are left.
  var planned: Int { state.withLock { $0.plan.count } }

  /// The MBID of a numbered release.
  static func number(_ release: Int) -> String { "76df3287-6cda-33eb-8e9a-04400000000\(release)" }

  /// Sends an answer; false to end the connection.
  private static func send(_ answer: Answer, _ path: String, _ elsewhere: String, _ connection: RawConnection) -> Bool {
    let page = "<!DOCTYPE html><html><body>Wait</body></html>"
    switch answer {
    case .right: return right(path, connection)
    case .tooMany: return connection.answer(429, "Retry-After: \(wait)\r\n", page)
    case .busy: return connection.answer(503, "Retry-After: \(wait)\r\n", page)
    case .busyWithoutWord: return connection.answer(503, "Retry-After: soon\r\n", page)
    case .page: return connection.answer(200, "Content-Type: text/html\r\n", page)
    case .unknownStatus: return connection.answer(599, "", page)
    case .half:
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n{\"releases\": [{\"id\":")
      return false
    case .halfHeader:
      connection.write("HTTP/1.1 200 OK\r\nContent-Le")
      return false
    case .silence:
      connection.waitForEnd()
      return false
    case .closed: return false
    case .noise:
      connection.write("\u{0}\u{1}\u{2} no protocol\r\n\r\n")
      return false
    case .elsewhere: return connection.answer(307, "Location: \(elsewhere)\(path)\r\n")
    case .loop: return connection.answer(307, "Location: \(path)\r\n")
    case .large:
      connection.write("HTTP/1.1 200 OK\r\n\r\n")
      while connection.write([UInt8](repeating: 0x20, count: 65_536)) {}
      return false
    }
  }

  private static func right(_ path: String, _ connection: RawConnection) -> Bool {
    let release = (1...9).first { path.contains(number($0)) || path.contains(SimulatedCatalogue.barcode($0)) } ?? 0
    let (id, barcode) = (number(release), SimulatedCatalogue.barcode(release))
    let json = "Content-Type: application/json\r\n"
    if path.hasPrefix("/ws/2/release?") {
      return connection.answer(
        200, json, #"{"releases":[{"id":"\#(id)","barcode":"\#(barcode)","media":[{"format":"CD"}]}]}"#)
    }
    if path.hasPrefix("/ws/2/release/") {
      let pages = [
        ("discogs", "www.discogs.com/release/\(release)"), ("wikidata", "www.wikidata.org/wiki/Q\(release)"),
      ]
      let relations = pages.map { #"{"type":"\#($0)","url":{"resource":"https://\#($1)"}}"# }.joined(separator: ",")
      return connection.answer(200, json, #"{"id":"\#(id)","relations":[\#(relations)]}"#)
    }
    if path.hasPrefix("/release/") { return connection.answer(307, "Location: /download/\(id)\r\n") }
    let picture = MusicBrainzFixture.picture
    return path.hasPrefix("/download/")
      ? connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(picture.count)\r\n\r\n") && connection.write(picture)
      : connection.answer(404, "", "{}")
  }
}
