package import Deadwax
internal import FoundationEssentials

/// The data that a station needs while it is offline: for each code its standing, such as on loan, and nothing else. It
/// contains no names, and codes only as digests with a key that is sealed in it. Anyone with the bytes but without the
/// station's token learns only the number of codes.
///
/// The format begins with `DWREPL2\n`, the length of the metadata in four bytes and the metadata as JSON. The number of
/// entries follows in four bytes, then the digests in ascending order, eight bytes each, then the standings, one byte
/// each. All numbers are little-endian.
package struct Replica: Sendable {
  /// The status of the record that a code belongs to.
  package enum CachedStatus: UInt8, CaseIterable, Sendable {
    case copyIn = 1
    case copyOut = 2
    /// A trapped copy on the pick-up shelf.
    case copyReady = 3
    /// A copy that is not lent: reference only, withdrawn, below the minimum condition, or with all parts missing.
    case copyNotForLoan = 4
    case card = 16
    case cardBlocked = 17
    case cardExpired = 18
    /// A card whose borrower is at a loan limit, has overdue loans or fees, or has another blocker.
    case cardHindered = 19
    case place = 32
    /// A barcode of several copies or releases, which does not identify one.
    case several = 33
  }

  /// The information about the library and the station.
  package struct Meta: Hashable, Codable, Sendable {
    /// The time at which the hub created the replica.
    package var madeAt: Timestamp
    /// The hub's last event that the replica includes.
    package var event: Int64
    package var station: Station.Name
    /// The key of the digests, sealed with the station's secret.
    package var sealedKey: String
    /// The home mode of the station.
    package var home: Mode
    /// The time in seconds that a session lasts without a scan.
    package var sessionSeconds: Int
    /// True if scanning a copy on loan in mode auto checks it in.
    package var returnsInAuto: Bool
    /// The patterns of external cards, in the syntax of `CardPattern`.
    package var cardPatterns: [String]
    /// The station's language, an ISO 639 code.
    package var language: String
    /// The displayed text of each outcome while the station is offline, by outcome code, in the station's language.
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
      madeAt: Timestamp, event: Int64, station: Station.Name, sealedKey: String, home: Mode, sessionSeconds: Int,
      returnsInAuto: Bool, cardPatterns: [String], language: String, words: [String: Words]
    ) {
      self.madeAt = madeAt
      self.event = event
      self.station = station
      self.sealedKey = sealedKey
      self.home = home
      self.sessionSeconds = sessionSeconds
      self.returnsInAuto = returnsInAuto
      self.cardPatterns = cardPatterns
      self.language = language
      self.words = words
    }
  }

  /// The codes of a replica. Stations with the same policy share them.
  package struct Codes: Sendable {
    fileprivate let digests: [UInt64]
    fileprivate let standings: [UInt8]

    /// The number of codes.
    package var count: Int { digests.count }

    /// - Parameter entries: the standings by the digest of the key, in any order. A digest that occurs more than once
    ///   becomes `several`.
    package init(_ entries: [(digest: UInt64, standing: CachedStatus)]) {
      var sorting = Sorting()
      for entry in entries { sorting.add(entry.digest, entry.standing) }
      self = sorting.codes { true } ?? Codes(digests: [], standings: [])
    }

    /// - Parameters:
    ///   - digests: the digests in ascending order.
    ///   - standings: the standing of each digest.
    init(digests: [UInt64], standings: [UInt8]) {
      self.digests = digests
      self.standings = standings
    }
  }

  package let meta: Meta
  private let codes: Codes

  /// The number of codes.
  package var count: Int { codes.count }

  package init(meta: Meta, codes: Codes) {
    self.meta = meta
    self.codes = codes
  }

  /// Returns the text to digest for a key. The caller uses the first 64 bits of a digest that both sides compute in the
  /// same way.
  package static func text(of key: Code.Key) -> [UInt8] { Array("\(key.class.rawValue) \(key.value)".utf8) }

  /// Returns the standing for a digest; nil if the replica does not have it.
  package func standing(of digest: UInt64) -> CachedStatus? {
    var low = 0
    var high = codes.count
    let digests = codes.digests
    while low < high {
      let middle = (low + high) / 2
      if digests[middle] < digest { low = middle + 1 } else { high = middle }
    }
    guard low < digests.count, digests[low] == digest else { return nil }
    return CachedStatus(rawValue: codes.standings[low])
  }
}

extension Replica {
  fileprivate static let magic = Array("DWREPL2\n".utf8)
  /// The maximum length of the metadata in bytes. Actual metadata has a few kilobytes; more is not valid.
  private static let metaLimit = 1 << 20

  /// The serialised replica, as sent and stored: the metadata, then the codes.
  package var bytes: [UInt8] { meta.bytes + codes.bytes }

  /// Parses `bytes`. Returns nil if they are incomplete, not sorted or not in this format.
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
    let digests = rest.withUnsafeBytes { raw in
      (0..<count).map { UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self)) }
    }
    codes = Codes(digests: digests, standings: Array(rest.dropFirst(count * 8)))
    guard zip(digests, digests.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard rest.count >= 4 else { return nil }
    defer { rest = rest.dropFirst(4) }
    return rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Replica.Meta {
  /// The serialised metadata, which precedes the codes.
  package var bytes: [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Text, numbers and times can always be encoded.
    let json = (try? encoder.encode(self)).map(Array.init) ?? []
    return Replica.magic + withUnsafeBytes(of: UInt32(json.count).littleEndian) { Array($0) } + json
  }
}

extension Replica.Codes {
  /// The serialised codes, which follow the metadata.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 + count * 9)
    withUnsafeBytes(of: UInt32(count).littleEndian) { bytes += $0 }
    for digest in digests { withUnsafeBytes(of: digest.littleEndian) { bytes += $0 } }
    return bytes + standings
  }
}
