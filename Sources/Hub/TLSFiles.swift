internal import Foundation
internal import HTTPServer

extension HubConfiguration {
  /// The files of a certificate and its key. They are read at the start.
  package struct TLSFiles: Hashable, Sendable {
    package let certificate: String
    package let key: String

    /// - Parameters:
    ///   - certificate: the path of the certificate; nil if it is not set.
    ///   - key: the path of its key; nil if it is not set.
    /// - Throws: `HubError` if only one of them is set. The result is nil if none is.
    package init?(certificate: String?, key: String?) throws {
      switch (certificate, key) {
      case (nil, nil): return nil
      case (let certificate?, let key?):
        self.certificate = certificate
        self.key = key
      default: throw HubError("--tls-certificate and --tls-key belong together; only one of them is set")
      }
    }

    /// Returns the content of the files.
    ///
    /// - Throws: `HubError` for a file that cannot be read, or a key that every user of the machine can read.
    func identity() throws -> TLSIdentity {
      let attributes = try? FileManager.default.attributesOfItem(atPath: key)
      if let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue, mode & 0o007 != 0 {
        throw HubError("\(key) can be read by every user of this machine. Give it the mode 0640 or 0600.")
      }
      return TLSIdentity(certificate: try Self.bytes(certificate), key: try Self.bytes(key))
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
      guard let data = FileManager.default.contents(atPath: path), !data.isEmpty, data.count <= 1 << 20 else {
        throw HubError("\(path) cannot be read, is empty, or is no certificate or key")
      }
      return [UInt8](data)
    }
  }
}
