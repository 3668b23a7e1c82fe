extension ImportLine {
  /// The line as bytes, which two lines share only if they are equal.
  var bytes: [UInt8] {
    var packed = PackedBytes()
    packed.add(line)
    packed.add(fate.rawValue)
    packed.add(subject)
    packed.add(addsRelease ? 1 : 0)
    packed.add(differences.count)
    for item in differences {
      packed.add(item.field.rawValue)
      packed.add(item.before)
      packed.add(item.after)
      packed.add((item.isKept ? 1 : 0) + (item.isEdited ? 2 : 0))
    }
    packed.add(refusal == nil ? 0 : 1)
    if let refusal {
      packed.add(refusal.code.rawValue)
      packed.add(refusal.field?.rawValue)
      packed.add((refusal.line ?? -1) + 1)
      packed.add(refusal.value)
    }
    return packed.bytes
  }

  /// A line of its bytes; nil for other bytes.
  init?(bytes: [UInt8]) {
    var reader = PackedReader(bytes)
    guard let line = reader.number(), let fate = reader.text().flatMap(Fate.init(rawValue:)),
      let subject = reader.text(), let adds = reader.number(), let count = reader.number()
    else { return nil }
    var differences: [Difference] = []
    for _ in 0..<count {
      guard let field = reader.text().flatMap(ImportField.init(rawValue:)) else { return nil }
      let before = reader.text()
      guard let after = reader.text(), let flags = reader.number() else { return nil }
      differences.append(
        Difference(field: field, before: before, after: after, isKept: flags & 1 != 0, isEdited: flags & 2 != 0))
    }
    var refusal: ImportRefusal?
    if reader.number() == 1 {
      guard let code = reader.text().flatMap(ImportRefusal.Code.init(rawValue:)) else { return nil }
      let field = reader.text().flatMap(ImportField.init(rawValue:))
      guard let earlier = reader.number() else { return nil }
      refusal = ImportRefusal(code, field, line: earlier == 0 ? nil : earlier - 1, value: reader.text())
    }
    self.init(
      line: line, fate: fate, subject: subject, addsRelease: adds == 1, differences: differences, refusal: refusal)
  }
}
