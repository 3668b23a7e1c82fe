internal import Foundation
internal import Readers

/// Makes pictures of anyone harmless. Each one is rewritten in a process of its own, `deadwax-reader picture`, which
/// limits its memory, time and files.
package struct PictureCleaner: Sendable {
  /// A picture that has nothing but its pixels.
  package struct Cleaned: Equatable, Sendable {
    /// A JPEG file.
    package var jpeg: [UInt8]
    package var width: Int
    package var height: Int
  }

  /// The work on a picture.
  package struct Work: Equatable, Sendable {
    /// The greatest number of pixels on the longer side of the result, 1 to 4096.
    package var longest: Int
    /// The number of quarter turns clockwise, 0 to 3.
    package var quarters: Int
    /// The angle by which the turned picture is straightened, in tenths of a degree clockwise, -150 to 150.
    package var straighten: Int
    /// The part to keep of the straightened picture, as left, top, width and height in thousandths of the sides; nil for all of it.
    package var part: [Int]?

    package init(longest: Int, quarters: Int, straighten: Int, part: [Int]?) {
      self.longest = longest
      self.quarters = quarters
      self.straighten = straighten
      self.part = part
    }
  }

  /// The longest side of a stored picture in pixels.
  package static let longestSide = 4096

  private static let patience = Duration.seconds(20)
  /// More than a JPEG of the longest sides has.
  private static let outputLimit = 64 << 20

  private let program: String

  /// - Parameter program: the path of `deadwax-reader`.
  package init(program: String) { self.program = program }

  /// Rewrites a picture, and waits for the end of the process.
  ///
  /// - Parameters:
  ///   - bytes: a JPEG, PNG or WebP file of anyone.
  ///   - work: the steps, in their order.
  /// - Returns: the new file.
  /// - Throws: `PictureFault`.
  package func clean(_ bytes: [UInt8], _ work: Work) throws(PictureFault) -> Cleaned {
    var parts = [bytes]
    return try clean(work) { parts.popLast() ?? [] }
  }

  /// Rewrites a picture that is not in memory.
  ///
  /// - Parameters:
  ///   - work: the steps, in their order.
  ///   - next: a function that returns the next part of the file; an empty one at its end.
  /// - Returns: the new file.
  /// - Throws: `PictureFault`.
  package func clean(_ work: Work, from next: () -> [UInt8]) throws(PictureFault) -> Cleaned {
    var words = ["picture", "--longest", "\(work.longest)", "--quarters", "\(work.quarters)"]
    // The sign is a word of its own: a value that begins with a hyphen would be an option.
    if work.straighten != 0 {
      words += [work.straighten < 0 ? "--left" : "--right", "\(abs(work.straighten))"]
    }
    if let part = work.part { words += ["--part", part.map(String.init).joined(separator: ",")] }
    let child: ChildProcess
    do throws(ChildProcess.Fault) {
      child = try ChildProcess(program, words)
    } catch {
      throw .unavailable("\(error)")
    }
    let end = child.finish(within: Self.patience, outputLimit: Self.outputLimit, sending: next)
    guard end.code != nil else { throw .tooCostly }
    let line = end.bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard let report = try? JSONDecoder().decode(Report.self, from: Data(line)) else {
      throw .unavailable("\(program) \(end.description)")
    }
    if let error = report.error { throw .unreadable(String(error.prefix(300))) }
    let jpeg = Array(end.bytes.dropFirst(line.count + 1))
    guard let width = report.width, let height = report.height, width > 0, height > 0, !jpeg.isEmpty else {
      throw .unavailable("\(program) reported no picture")
    }
    return Cleaned(jpeg: jpeg, width: width, height: height)
  }

  /// The first line of the process.
  private struct Report: Decodable {
    var error: String?
    var width: Int?
    var height: Int?
  }
}
