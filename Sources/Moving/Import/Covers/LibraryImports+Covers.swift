internal import CSV
internal import FoundationEssentials
internal import Secrets

extension LibraryImports {
  /// Reads a cover in Base64.
  ///
  /// - Parameters:
  ///   - text: the text of the field.
  ///   - isStored: true to store the picture.
  /// - Returns: the cover; nil for an empty field.
  /// - Throws: `ImportRefusal` for what is no picture, or the error of the storing.
  func cover(_ text: String, isStored: Bool) throws -> ImportCover? {
    guard !text.isEmpty else { return nil }
    guard let data = Data(base64Encoded: text), data.count <= ImportCover.limit else { throw Self.noPicture }
    let bytes = [UInt8](data)
    guard surroundings.covers.isPicture(Array(bytes.prefix(16))) else { throw Self.noPicture }
    return ImportCover(
      digest: Digest.hexadecimalSHA256(of: bytes), bytes: bytes.count,
      stored: try isStored ? surroundings.covers.store(bytes) : nil)
  }

  /// Checks the sizes of the fields of a record beside its cover, which alone may be large.
  ///
  /// - Throws: `MovingError.damagedFile`.
  static func check(_ record: CSVRecord, except cover: Int?) throws(MovingError) {
    for (index, field) in record.fields.enumerated() where index != cover {
      guard field.utf8.count <= ImportFile.fieldLimit else {
        throw .damagedFile(
          line: record.line, column: 1, "Field \(index + 1) has more than \(ImportFile.fieldLimit >> 10) KiB.")
      }
    }
  }

  private static let noPicture = ImportRefusal(
    .badValue, .cover, value: "must be a JPEG, PNG or WebP picture in Base64, of at most \(ImportCover.limit >> 20) MiB"
  )
}
