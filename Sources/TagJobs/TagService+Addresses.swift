package import NDEF
internal import Storage

extension TagService {
  /// The name under which the addresses are stored that tags were written with.
  private static let setting = "tag-addresses"
  /// The largest number of addresses that are stored, more than any library needs.
  private static let addressLimit = 32

  /// Stores the address that tags are written with from now on. Call this before the readers start.
  ///
  /// - Returns: all addresses that this hub has written tags with, at most 32, the present one first. A tag with one of
  ///   them belongs to this library and is overwritten without a confirmation.
  /// - Throws: a `StorageError`.
  package func takeUpAddresses() throws -> [TagAddress] {
    try database.write { [address] transaction in
      let known = (try transaction.setting(Self.setting) ?? "").split(separator: "\n")
        .compactMap { TagAddress(base: String($0)) }
      let all = Array(([address] + known.filter { $0 != address }).prefix(Self.addressLimit))
      if all != known { try transaction.set(Self.setting, to: all.map(\.text).joined(separator: "\n")) }
      return all
    }
  }
}
