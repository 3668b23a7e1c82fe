/// The arguments of a command, checked against its declaration.
package struct ParsedArguments: Sendable, Equatable {
  /// The positional arguments, in order.
  package var operands: [String] = []

  /// The given values by option name, in order; an empty text for an option without a value.
  private(set) var values: [String: [String]] = [:]

  /// The default values by option name.
  private var standards: [String: String] = [:]

  /// Creates arguments without any value.
  ///
  /// - Parameter options: the declared options, for their defaults.
  package init(options: [Option]) {
    for option in options { standards[option.name] = option.standard }
  }

  mutating func add(_ value: String, of option: String) { values[option, default: []].append(value) }

  /// The names of the options that were given.
  package var names: Set<String> { Set(values.keys) }

  /// Returns true if the option was given, even if only with its default value.
  package func has(_ option: String) -> Bool { values[option] != nil }

  /// Returns the value of an option, or its default; nil if it has neither.
  package func text(_ option: String) -> String? { values[option]?.last ?? standards[option] }

  /// Returns every value of an option, in order.
  package func texts(_ option: String) -> [String] { values[option] ?? [] }

  /// Returns the value of an option for a number; nil if it has none.
  package func number(_ option: String) -> Int? { text(option).flatMap { Int($0) } }

  /// Returns the value of an option for a number with decimals; nil if it has none.
  package func decimal(_ option: String) -> Double? { text(option).flatMap { Double($0) } }

  /// Returns true if a yes-or-no option is set to yes, or an option without a value was given.
  package func isOn(_ option: String) -> Bool {
    text(option).map { $0.isEmpty || ValueKind.truth($0) == true } ?? false
  }

  /// Returns the words of a list; empty if it has none.
  package func list(_ option: String) -> [String] { ValueKind.words(text(option) ?? "") }

  /// Returns the numbers of a list; empty if it has none.
  package func decimals(_ option: String) -> [Double] { list(option).compactMap { Double($0) } }
}
