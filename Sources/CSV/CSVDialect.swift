/// The encoding and the delimiter of a file.
package struct CSVDialect: Hashable, Sendable {
  package var encoding: CSVEncoding
  package var delimiter: CSVDelimiter

  package init(encoding: CSVEncoding, delimiter: CSVDelimiter) {
    self.encoding = encoding
    self.delimiter = delimiter
  }
}
