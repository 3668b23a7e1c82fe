/// A form of a word that depends on a number (Unicode CLDR, "Language Plural Rules"). The raw value is CLDR's name, and
/// the suffix of the key whose text has this form.
///
/// A text without a suffix has the form `other`. It is also used where a language has no text for another form.
package enum PluralCategory: String, CaseIterable, Sendable {
  case one
  case many
  case other
}
