import Deadwax
import Foundation
import OfflineStation
import OfflineStore
import TestSupport

/// A folder that contains a station's journal.
struct JournalFolder {
  let folder: TemporaryFolder
  let name: Station.Name

  init() throws {
    folder = try TemporaryFolder("deadwax-offline")
    name = .hubStation
  }

  var path: String { folder.path("station") }
  var file: String { path + "/" + OfflineJournal.fileName }

  /// Opens the journal like a new process.
  func open(_ id: String = "00000000-0000-7000-8000-000000000001", as station: String = "desk") throws -> OfflineJournal
  {
    guard let station = Station.Name(station), let id = MergedEntry.Journal.ID(id) else {
      throw TestFailure("no name of a station, or no id of a journal")
    }
    return try OfflineJournal(try StationFolder(path), station: station, newID: { id })
  }

  /// Returns the id of a journal that ends in a digit.
  static func id(_ digit: Int) throws -> MergedEntry.Journal.ID {
    guard let id = MergedEntry.Journal.ID("00000000-0000-7000-8000-00000000000\(digit)") else {
      throw TestFailure("\(digit) is no digit")
    }
    return id
  }

  func bytes() throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: file))) }
  func put(_ bytes: [UInt8]) throws { try Data(bytes).write(to: URL(fileURLWithPath: file)) }

  /// Returns a line of the file: the CRC-32 of the document, a space, and the document.
  static func line(_ json: String) -> [UInt8] {
    var sum = UInt32.max
    for byte in json.utf8 {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Array((String(~sum, radix: 16).leftPadded(to: 8) + " " + json + "\n").utf8)
  }

  static func entry(_ number: Int, code: String = "DW:I:something") -> OfflineEntry {
    let time = Timestamp(milliseconds: 1_795_000_000_000 + Int64(number) * 1000)
    return OfflineEntry(
      sequence: 0, id: Reading.ID(at: time, random: (1, UInt64(number))), at: time, mode: .checkout, act: .checkOut,
      code: code, symbology: .code128, card: "29876543", cardSymbology: .code39, reader: "scanner",
      displayed: .recordedOffline)
  }
}

extension String {
  fileprivate func leftPadded(to length: Int) -> String { String(repeating: "0", count: max(0, length - count)) + self }
}
