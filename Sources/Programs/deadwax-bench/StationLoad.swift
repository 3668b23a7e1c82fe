internal import Deadwax
internal import Glibc

/// Several stations that scan at a fixed rate, whether the hub can follow or not. A code that waits for the previous
/// code's answer is timed from the moment it was presented.
struct StationLoad {
  private let port: Int
  private var stations: [Station]

  private struct Station {
    var script: StationScript
    var connection: PersistentConnection
    /// The codes that were presented and not sent yet, with their times.
    var waiting: [(code: StationScript.Code, at: Double)] = []
    var sent: (id: Reading.ID, code: StationScript.Code, at: Double)?
  }

  struct Result {
    /// The times from the presented code to its answer, in milliseconds, sorted. `timesByWork` has them for each kind
    /// of work.
    var times: [Double] = []
    var timesByWork: [StationScript.Work: [Double]] = [:]
    /// The scans that were answered, with their outcomes.
    var answered: [(id: Reading.ID, outcome: String)] = []
    /// The numbers of outcomes that the code should not have, and of invalid answers.
    var unexpected: [String: Int] = [:]
    /// The number of presented codes without an answer.
    var lost = 0
    /// The time in seconds from the first code to the last answer.
    var seconds = 0.0
    /// The largest number of codes that waited at once.
    var backlog = 0
  }

  /// - Throws: `BenchFailure` if the hub cannot be reached.
  init(_ scripts: [StationScript], port: Int) throws {
    self.port = port
    stations = try scripts.map { script in
      guard let connection = PersistentConnection(port: port) else {
        throw BenchFailure("the hub accepts no connection")
      }
      return Station(script: script, connection: connection)
    }
  }

  func end() { for station in stations { station.connection.end() } }

  /// Puts each station into its mode.
  mutating func prepare() -> Result {
    var result = Result()
    hold(up: stations.count, over: 0, into: &result) { $0.start }
    return result
  }

  /// Presents `perSecond` codes per second, at one station after another, and waits for all answers.
  mutating func run(_ perSecond: Int, for duration: Int) -> Result {
    var result = Result()
    hold(up: perSecond * duration, over: Double(duration), into: &result) { $0.next() }
    result.times.sort()
    for work in result.timesByWork.keys { result.timesByWork[work]?.sort() }
    return result
  }

  private mutating func hold(
    up count: Int, over duration: Double, into result: inout Result, code: (inout StationScript) -> StationScript.Code
  ) {
    let start = seconds()
    var displayed = 0
    var done = 0
    var last = start
    // A longer response time counts as no answer.
    while done < count, seconds() - last < 30 {
      let now = seconds()
      while displayed < count, start + duration * Double(displayed) / Double(count) <= now {
        let index = displayed % stations.count
        stations[index].waiting.append(
          (code(&stations[index].script), start + duration * Double(displayed) / Double(count)))
        displayed += 1
      }
      result.backlog = max(result.backlog, stations.reduce(0) { $0 + $1.waiting.count })
      for index in stations.indices { sendNext(index) }
      let next = displayed < count ? start + duration * Double(displayed) / Double(count) : now + 1
      var files = stations.map { pollfd(fd: $0.connection.file, events: Int16(POLLIN), revents: 0) }
      // Rounded up to whole milliseconds: a code is at most one late, and its time counts from when it was due.
      guard poll(&files, nfds_t(files.count), Int32(max(0, (next - seconds()) * 1000).rounded(.up))) > 0 else {
        continue
      }
      for index in stations.indices where files[index].revents != 0 {
        guard take(index, into: &result) else { continue }
        done += 1
        last = seconds()
        sendNext(index)
      }
    }
    result.lost += count - done
    result.seconds = seconds() - start
  }

  private mutating func sendNext(_ index: Int) {
    guard stations[index].sent == nil, !stations[index].waiting.isEmpty else { return }
    let (code, at) = stations[index].waiting.removeFirst()
    let id = Reading.ID.new(at: .now())
    stations[index].sent = (id, code, at)
    stations[index].connection.send(request(code, id, at: stations[index].script.name))
  }

  /// Reads a station's response; false if it is incomplete, or none was expected.
  private mutating func take(_ index: Int, into result: inout Result) -> Bool {
    let answer: [UInt8]?
    do {
      answer = try stations[index].connection.receive()
    } catch {
      // This connection delivers nothing more; the remaining codes are lost.
      result.unexpected["connection closed", default: 0] += 1
      stations[index].sent = nil
      if let connection = PersistentConnection(port: port) {
        stations[index].connection.end()
        stations[index].connection = connection
      }
      return false
    }
    guard let answer, let sent = stations[index].sent else { return false }
    stations[index].sent = nil
    let time = (seconds() - sent.at) * 1000
    result.times.append(time)
    result.timesByWork[stations[index].script.work, default: []].append(time)
    guard answer.starts(with: Array("HTTP/1.1 201".utf8)), let outcome = Self.outcome(in: answer) else {
      result.unexpected[String(decoding: answer.prefix(12), as: UTF8.self), default: 0] += 1
      return true
    }
    result.answered.append((sent.id, outcome))
    if !sent.code.expected.contains(outcome) { result.unexpected[outcome, default: 0] += 1 }
    return true
  }

  private func request(_ code: StationScript.Code, _ id: Reading.ID, at station: String) -> [UInt8] {
    let body = #"{"id":"\#(id)","code":"\#(code.text)","station":"\#(station)"}"#
    return Array(
      """
      POST /api/v1/scans HTTP/1.1\r
      Host: 127.0.0.1\r
      Content-Type: application/json\r
      Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """.utf8)
  }

  /// Returns the code of the outcome in the JSON of a scan.
  private static func outcome(in answer: [UInt8]) -> String? {
    let text = String(decoding: answer, as: UTF8.self)
    guard let outcome = text.firstRange(of: "\"outcome\":{"),
      let code = text[outcome.upperBound...].firstRange(of: "\"code\":\"")
    else { return nil }
    return String(text[code.upperBound...].prefix { $0 != "\"" })
  }
}
