internal import Glibc

/// A certificate and its key as C strings, at addresses that stay valid as long as this object exists.
final class IdentityText: @unchecked Sendable {
  // Sendable is sound: nothing changes after the initialisation.
  let certificate: UnsafePointer<CChar>
  let key: UnsafePointer<CChar>
  private let parts: [UnsafeMutablePointer<CChar>]

  init(_ identity: TLSIdentity) {
    parts = [identity.certificate, identity.key].map { bytes in
      let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
      for (index, byte) in bytes.enumerated() { text[index] = CChar(bitPattern: byte) }
      text[bytes.count] = 0
      return text
    }
    (certificate, key) = (UnsafePointer(parts[0]), UnsafePointer(parts[1]))
  }

  deinit {
    for part in parts { part.deallocate() }
  }
}
