/// The version of Deadwax, which all of its programs share.
package enum ProgramVersion {
  package static let current = "0.1.0"
}
