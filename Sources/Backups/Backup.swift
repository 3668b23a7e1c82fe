/// A complete backup that was verified when it was made.
package struct Backup: Sendable, Equatable {
  package let name: BackupName
  package let manifest: BackupManifest

  package init(name: BackupName, manifest: BackupManifest) {
    self.name = name
    self.manifest = manifest
  }
}
