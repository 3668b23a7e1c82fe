/// The archives with whole libraries: their export, their import into an empty hub, and merges with other libraries.
package struct LibraryArchives: Sendable {
  package let export: ArchiveExport
  package let imports: ArchiveImport
  package let merges: LibraryMerges

  package init(export: ArchiveExport, imports: ArchiveImport, merges: LibraryMerges) {
    (self.export, self.imports, self.merges) = (export, imports, merges)
  }
}
