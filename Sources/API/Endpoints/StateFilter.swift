/// The states that a list of records with a beginning and an end is limited to.
enum StateFilter<State: Sendable>: Sendable {
  /// Any state.
  case all
  /// The states of a record that has not ended.
  case open
  case only(State)
}
