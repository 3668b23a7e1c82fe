internal import Deadwax

/// The facts that two releases of one edition have in common, without case and punctuation.
struct Edition: Hashable {
  let number: String
  let label: String
  let title: String
  let medium: Medium

  init(_ release: Release) {
    number = folded(release.catalogNumber)
    label = folded(release.label)
    title = folded(release.title)
    medium = release.medium
  }
}
