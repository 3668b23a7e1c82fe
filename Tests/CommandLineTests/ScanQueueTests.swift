import CommandLineArguments
import Deadwax
import Foundation
import HTTPClient
import HubClient
import Intake
import OfflineStation
import OfflineStore
import ReaderProtocol
import TestSupport
import Testing
import Threads

@testable import deadwax_station

/// Tests of the bound on the scans that wait in a station, while its hub or its disk is slow.
@Suite(.timeLimit(.minutes(10)), .serialized, .ownThread)
struct ScanQueueTests {
  /// A station without a hub, whose first scan is held until the test lets it go on.
  private final class Held: Sendable {
    let folder: TemporaryFolder
    let journal: OfflineJournal
    let scans: ScanQueue
    let intake: ReadingIntake
    /// True once the first scan has left the queue; and once it may go on.
    let began = Latch()
    let goOn = Latch()
    private let printed: Locked<[String]>

    init() throws {
      folder = try TemporaryFolder("deadwax-station")
      let station = try #require(Station.Name("door"))
      journal = try OfflineJournal(try StationFolder(folder.path("data")), station: station)
      // Nothing listens on port 1.
      let link = try StationLink(
        Invocation(arguments: ParsedArguments(options: []), environment: ["DEADWAX_HUB": "http://127.0.0.1:1"]),
        station: station, cancellation: HTTPClientCancellation())
      let (began, goOn, presence) = (began, goOn, Presence())
      let printed = Locked<[String]>([])
      self.printed = printed
      let scans = ScanQueue(
        memory: StationMemory(journal: journal, replica: nil),
        link: {
          began.raise()
          goOn.wait()
          return link
        },
        voice: StationOutput(isJSON: true, speaker: nil, printLine: { line in printed.withLock { $0.append(line) } }),
        wake: {},
        notKept: { scan in if let object = scan.object { presence.retract(object, at: scan.reader) } })
      self.scans = scans
      intake = ReadingIntake(station: station, presence: presence) { report, _ in
        if case .scan(let scan) = report { scans.take(scan) }
      }
      intake.take(
        .hello(ReaderMessage.Hello(reader: .camera, device: "made up", capabilities: [.codes, .presence])),
        from: "camera")
      scans.start()
    }

    private struct Printed: Decodable {
      var code: String
      var outcome: String
    }

    /// Lets the reader report that it sees the code of a copy.
    func see(_ number: Int) {
      intake.take(
        .code(
          ReaderMessage.CodeSeen(
            event: .appeared, id: .new(at: .now()), at: .now(), symbology: .qr, text: Self.code(number))),
        from: "camera")
    }

    static func code(_ number: Int) -> String { OwnCode(.copy, number: UInt64(number)).description }

    /// Returns the codes of the printed scans with an outcome, in order.
    func reported(_ outcome: String) throws -> [String] {
      try printed.withLock { $0 }.filter { $0.contains(#""type":"scan""#) }
        .map { try JSONDecoder().decode(Printed.self, from: Data($0.utf8)) }
        .filter { $0.outcome == outcome }.map(\.code)
    }
  }

  @Test func `a scan beyond the bound is reported as not saved, and every other scan is stored in order`() async throws
  {
    let station = try Held()
    defer { station.goOn.raise() }
    station.see(0)
    station.began.wait()
    // One scan is held, and as many wait as the queue can hold. None of them is reported as stored.
    for number in 1...ScanQueue.limit { station.see(number) }
    #expect(try station.reported("not-saved").isEmpty && station.journal.isEmpty)
    let beyond = ScanQueue.limit + 1...ScanQueue.limit + 3
    for number in beyond { station.see(number) }
    // The person at the station learns it at once, although the hub has not answered yet.
    #expect(try station.reported("not-saved") == beyond.map(Held.code))
    #expect(try station.reported("hub-offline").isEmpty && station.journal.isEmpty)

    station.goOn.raise()
    let accepted = (0...ScanQueue.limit).map(Held.code)
    try await eventually { station.journal.count == accepted.count }
    // The reader still sees the refused codes. Its next report of them is a scan; that of an accepted one is not.
    station.see(1)
    for number in beyond { station.see(number) }
    station.scans.stop()
    #expect(station.journal.entries.map(\.code) == accepted + beyond.map(Held.code))
    // A station without a replica stores the attempt, and reports each one that it has stored, in order.
    #expect(try station.reported("hub-offline") == accepted + beyond.map(Held.code))
    #expect(try station.reported("not-saved").count == beyond.count)
  }
}
