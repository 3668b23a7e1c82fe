internal import CommandLineArguments
internal import HubClient

extension Verb {
  /// `deadwax loan out`: checks out copies.
  static let loanOut = Verb(
    "loan out", operands: [.some("COPY")], summary: "check out copies to a borrower",
    details: """
      If no rule applies, checks the copies out. If a confirmation is needed, prints all reasons (exit code 5); then
      repeat with --yes. With --override, staff override a refusal with a reason, which is stored. With --dry-run, only
      the reasons are printed. With several copies, the first non-zero exit code counts.
      """,
    examples: [
      ("loan out 12 13 --to DW:B:5VTPVXVRCNZGJD", "two copies"),
      ("loan out 12 --to ada --override Teacher --until 2027-01-31", "overrides the rules, with a later due time"),
    ],
    options: CheckOuts.options
  ) { invocation in
    try CheckOuts(invocation).run(invocation.operands, named: { $0 }) { text, hub throws(Failure) in
      try CopyReference.find(text, hub)
    }
  }
}
