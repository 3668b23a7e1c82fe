internal import Deadwax
internal import Foundation
internal import Readers
internal import Threads

/// Decodes pictures that clients send, such as photographs of a phone.
///
/// A picture may come from anyone. Each one is decoded in a process of its own, `deadwax-reader decode -`, which limits
/// its memory, time and files. The picture is passed to it through a pipe and is stored nowhere.
package final class PictureDecoder: Sendable {
  /// The maximum size of a picture in bytes.
  package static let lengthLimit = 32 << 20

  /// The number of pictures that are decoded at the same time, and of those that wait.
  private static let limits = (lanes: 2, jobs: 6)
  /// The timeout of one picture. With those that wait before it, it stays below the server's limit for a response.
  private static let patience = Duration.seconds(8)
  /// The most that a process may report: more than any real picture has.
  private static let outputLimit = 256 * 1024

  /// The subject of a picture.
  package enum Subject: Sendable {
    /// A record, or a few.
    case record
    /// A shelf or a pile with many codes. Two equal ones are two things.
    case shelf

    fileprivate var arguments: [String] { self == .shelf ? ["--shelf"] : [] }
    fileprivate var codeLimit: Int { self == .shelf ? 300 : 40 }
  }

  private let program: String
  private let lanes: [SerialQueue]
  private let jobs = Locked([Int](repeating: 0, count: limits.lanes))

  /// Starts the lanes.
  ///
  /// - Parameter program: the path of `deadwax-reader`.
  package init(program: String) {
    self.program = program
    lanes = (1...Self.limits.lanes).map { SerialQueue("pictures \($0)", limit: Self.limits.jobs) }
  }

  /// Decodes a picture and calls back, once, from a lane.
  ///
  /// - Parameters:
  ///   - bytes: a JPEG or PNG file.
  ///   - subject: its subject.
  ///   - then: called with the codes, or with the reason why there are none.
  /// - Returns: false, without a call back, if too many pictures wait.
  package func decode(
    _ bytes: [UInt8], of subject: Subject, then: @escaping @Sendable (Result<DecodedPicture, PictureFault>) -> Void
  ) -> Bool {
    let chosen = jobs.withLock { jobs -> Int? in
      guard jobs.reduce(0, +) < Self.limits.jobs, let shortest = jobs.indices.min(by: { jobs[$0] < jobs[$1] })
      else { return nil }
      jobs[shortest] += 1
      return shortest
    }
    guard let chosen else { return false }
    let isTaken = lanes[chosen].add { [self] in
      let result = Result { () throws(PictureFault) in try decoded(bytes, of: subject) }
      jobs.withLock { $0[chosen] -= 1 }
      then(result)
    }
    if !isTaken { jobs.withLock { $0[chosen] -= 1 } }
    return isTaken
  }

  /// Completes the pictures that wait, then ends the lanes.
  package func stop() {
    for lane in lanes { lane.stop() }
  }

  /// Decodes a picture and waits for the process to end.
  private func decoded(_ bytes: [UInt8], of subject: Subject) throws(PictureFault) -> DecodedPicture {
    let child: ChildProcess
    do throws(ChildProcess.Fault) {
      child = try ChildProcess(program, ["decode", "--json"] + subject.arguments + ["-"])
    } catch {
      throw .unavailable("\(error)")
    }
    let end = child.finish(bytes, within: Self.patience, outputLimit: Self.outputLimit)
    let line = end.output.prefix { $0 != "\n" }
    guard end.code != nil else { throw .tooCostly }
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(line.utf8)) else {
      throw .unavailable("\(program) \(end.description)")
    }
    if let error = report.error { throw .unreadable(String(error.prefix(300))) }
    guard let width = report.width, let height = report.height, width > 0, height > 0 else {
      throw .unavailable("\(program) reported no size")
    }
    return DecodedPicture(width: width, height: height, codes: Self.codes(report.symbols ?? [], of: subject))
  }

  /// Returns the codes that a station can scan, in the order of the report; each once, unless the picture shows a shelf.
  private static func codes(_ symbols: [Report.Symbol], of subject: Subject) -> [DecodedPicture.FoundCode] {
    var seen: Set<[String]> = []
    let usable = symbols.compactMap { symbol -> DecodedPicture.FoundCode? in
      guard (1...Code.lengthLimit).contains(symbol.text.utf8.count), (1...40).contains(symbol.symbology.utf8.count),
        symbol.points.count <= 8, symbol.points.allSatisfy({ $0.count == 2 }),
        seen.insert([symbol.symbology, symbol.text]).inserted || subject == .shelf
      else { return nil }
      return DecodedPicture.FoundCode(
        symbology: Symbology(rawValue: symbol.symbology), text: symbol.text, isVerified: symbol.verified,
        corners: symbol.points.map { DecodedPicture.Corner(x: $0[0], y: $0[1]) })
    }
    return Array(usable.prefix(subject.codeLimit))
  }

  /// The line of the process.
  private struct Report: Decodable {
    var error: String?
    var width: Int?
    var height: Int?
    var symbols: [Symbol]?

    struct Symbol: Decodable {
      var symbology: String
      var text: String
      var verified: Bool
      var points: [[Int]]
    }
  }
}
