package import Deadwax
internal import FoundationEssentials

/// What a station has to know of the house while its hub cannot be asked: of every code no more than how things stand
/// with what it names. It holds no names, and codes only as digests.
///
/// In bytes: `DWREPL1\n`, the length of the meta in four bytes, the meta as JSON, the number of entries in four bytes,
/// then the digests, eight bytes each, ascending, then the standings, one byte each. All numbers are little-endian.
package struct Replica: Sendable {
  /// How things stood with what a code names.
  package enum Standing: UInt8, CaseIterable, Sendable {
    case copyIn = 1
    case copyOut = 2
    /// It lies on the pick-up shelf for somebody.
    case copyReady = 3
    /// For use in the house alone, or withdrawn.
    case copyNotForLoan = 4
    case card = 16
    case cardBlocked = 17
    case cardExpired = 18
    /// At a limit, or in the way by overdue loans or fees: whatever else stands against whom it belongs to.
    case cardHindered = 19
    case place = 32
    /// A barcode of several copies or releases: it does not say which.
    case several = 33
  }

  /// What is about the house and the station as a whole.
  package struct Meta: Hashable, Codable, Sendable {
    /// When the hub made it.
    package var madeAt: Timestamp
    /// The hub's last event that is in it.
    package var event: Int64
    package var station: Station.Name
    /// Keeps the digests of one replica apart from those of others; 32 hexadecimal digits.
    package var salt: String
    /// The mode in which the station stands by itself.
    package var home: Mode
    /// Seconds that a session lasts without a scan.
    package var sessionSeconds: Int
    /// Whether a copy that is on loan is returned by scanning it in mode auto.
    package var returnsInAuto: Bool
    /// Forms of cards that others gave out, as `CardPattern` reads them.
    package var cardPatterns: [String]
    /// An ISO 639 code.
    package var language: String
    /// What is shown for an outcome while the hub is away, by its code, in the station's language.
    package var words: [String: Words]

    package struct Words: Hashable, Codable, Sendable {
      package var title: String
      package var detail: String

      package init(title: String, detail: String) {
        self.title = title
        self.detail = detail
      }
    }

    package init(
      madeAt: Timestamp, event: Int64, station: Station.Name, salt: String, home: Mode, sessionSeconds: Int,
      returnsInAuto: Bool, cardPatterns: [String], language: String, words: [String: Words]
    ) {
      self.madeAt = madeAt
      self.event = event
      self.station = station
      self.salt = salt
      self.home = home
      self.sessionSeconds = sessionSeconds
      self.returnsInAuto = returnsInAuto
      self.cardPatterns = cardPatterns
      self.language = language
      self.words = words
    }
  }

  package let meta: Meta
  private let digests: [UInt64]
  private let standings: [UInt8]

  /// How many codes it knows.
  package var count: Int { digests.count }

  /// - Parameters:
  ///   - meta: of the whole.
  ///   - entries: by the digest of the key, in any order; what comes twice does not say which it is: `several`.
  package init(meta: Meta, entries: [(digest: UInt64, standing: Standing)]) {
    self.meta = meta
    var digests: [UInt64] = []
    var standings: [UInt8] = []
    digests.reserveCapacity(entries.count)
    standings.reserveCapacity(entries.count)
    for entry in entries.sorted(by: { $0.digest < $1.digest }) {
      if digests.last != entry.digest {
        digests.append(entry.digest)
        standings.append(entry.standing.rawValue)
      } else {
        standings[standings.count - 1] = Standing.several.rawValue
      }
    }
    self.digests = digests
    self.standings = standings
  }

  /// What is digested for a key: the caller takes the first 64 bits of a digest that both sides make alike.
  package static func text(of key: Code.Key, salt: String) -> [UInt8] {
    Array("\(salt) \(key.class.rawValue) \(key.value)".utf8)
  }

  /// How things stood with what a key names; nil for what nobody knew.
  package func standing(of digest: UInt64) -> Standing? {
    var low = 0
    var high = digests.count
    while low < high {
      let middle = (low + high) / 2
      if digests[middle] < digest { low = middle + 1 } else { high = middle }
    }
    guard low < digests.count, digests[low] == digest else { return nil }
    return Standing(rawValue: standings[low])
  }
}

extension Replica {
  private static let magic = Array("DWREPL1\n".utf8)
  /// A meta is some kilobytes; more is not one of ours.
  private static let metaLimit = 1 << 20

  /// As it is sent and kept.
  package var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Words, numbers and times can always be written.
    let json = (try? encoder.encode(meta)).map(Array.init) ?? []
    var bytes = Self.magic
    bytes.reserveCapacity(bytes.count + json.count + 8 + digests.count * 9)
    withUnsafeBytes(of: UInt32(json.count).littleEndian) { bytes += $0 }
    bytes += json
    withUnsafeBytes(of: UInt32(digests.count).littleEndian) { bytes += $0 }
    for digest in digests { withUnsafeBytes(of: digest.littleEndian) { bytes += $0 } }
    return bytes + standings
  }

  /// Reads `bytes`. Nil for what is not whole, not in order, or not of this form.
  package init?(bytes: [UInt8]) {
    var rest = bytes[...]
    guard rest.starts(with: Self.magic) else { return nil }
    rest = rest.dropFirst(Self.magic.count)
    guard let length = Self.number(&rest), length <= Self.metaLimit, rest.count >= length,
      let meta = try? JSONDecoder().decode(Meta.self, from: Data(rest.prefix(length)))
    else { return nil }
    rest = rest.dropFirst(length)
    guard let count = Self.number(&rest), rest.count == count * 9 else { return nil }
    self.meta = meta
    digests = rest.withUnsafeBytes { raw in
      (0..<count).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
    standings = Array(rest.dropFirst(count * 8))
    guard zip(digests, digests.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
