/// The certificate of a server and its private key, in PEM.
package struct TLSIdentity: Sendable {
  /// The certificate, followed by those of its issuers up to the root.
  package let certificate: [UInt8]
  /// The private key without a passphrase.
  package let key: [UInt8]

  package init(certificate: [UInt8], key: [UInt8]) {
    self.certificate = certificate
    self.key = key
  }
}
