// People: the accounts of people, their open sign-ins, and the tokens of programs and screens.

import { moment } from "/hub/clock.js";
import { loadWords, t } from "/hub/words.js";
import { byID, make } from "/record/element.js";
import { stateAddress } from "/page/address.js";
import { emptyContent, showChips } from "/page/choices.js";
import { PagedList } from "/page/list.js";
import { startPage } from "/page/page.js";
import { action, badge, listRow } from "/page/row.js";
import { openAccount, openCard, openDisable, openEdit, openNewPassphrase, setDisabled } from "/people/accounts.js";
import { openEnd, openRevoke, openToken } from "/people/tokens.js";

const shown = ["accounts", "sign-ins", "tokens"];
const address = stateAddress("/people", shown, refresh);
const state = () => address.state.state;
const roleWord = (role) => t(`signin.role-${role}`);
const time = (at) => moment(at).slice(0, -4);

const rows = {
  accounts: (account) => listRow({
    id: account.id, title: account.name, facts: account.borrower ? [t("people.has-card")] : [], by: roleWord(account.role),
    state: [
      account.createdAt && make("span.soft", {}, t("people.made", { time: time(account.createdAt) })),
      account.isDisabled && badge(t("people.disabled"), "no"),
    ],
    main: action(t("people.edit"), () => openEdit(account, refresh)),
    more: [
      action(t("people.new-passphrase"), () => openNewPassphrase(account, refresh)),
      action(t("people.card"), () => openCard(account, refresh)),
      account.isDisabled ? action(t("people.enable"), () => setDisabled(account, false, refresh))
        : action(t("people.disable"), () => openDisable(account, refresh), ".danger"),
    ],
  }),
  "sign-ins": (signIn) => listRow({
    id: signIn.id, title: signIn.name, by: roleWord(signIn.role),
    state: [
      signIn.seenAt && make("span.soft", {}, t("people.seen", { time: time(signIn.seenAt) })),
      signIn.isCurrent && badge(t("people.this-browser"), "done"),
    ],
    main: action(t("people.end"), () => openEnd(signIn, refresh)),
  }),
  tokens: (token) => listRow({
    id: token.id, title: token.name, by: roleWord(token.role),
    facts: token.station ? [t("people.only-station", { station: token.station })] : [],
    state: [
      token.createdAt && make("span.soft", {}, t("people.made", { time: time(token.createdAt) })),
      token.isLocked && badge(t("people.is-locked")),
      token.revokedAt && badge(t("people.revoked")),
    ],
    main: token.revokedAt ? undefined : action(t("people.revoke"), () => openRevoke(token, refresh)),
  }),
};

const list = new PagedList({
  path: () => `/${state()}`,
  row: (item) => rows[state()](item),
  count: (count) => t(`people.count-${state()}`, { count }),
  name: "people",
  columns: [
    { key: "record", word: () => t("people.name"), text: ({ name }) => name },
    { key: "person", word: () => t("people.role"), text: ({ role }) => roleWord(role) },
    { key: "state", word: () => t("people.since"), text: ({ createdAt }) => (createdAt ? time(createdAt) : ""),
      order: ({ createdAt }) => Date.parse(createdAt) || 0 },
  ],
  empty: () => emptyContent(t(`people.none-${state()}`), t(`people.none-${state()}-do`)),
});

function refresh() {
  showChips(byID("chips"), shown.map((one) => [one, t(`people.chip-${one}`)]), state(), (chosen) => address.go({ state: chosen }));
  const add = byID("add");
  add.hidden = state() === "sign-ins";
  add.textContent = t(state() === "tokens" ? "people.make-token" : "people.add");
  list.read();
}

byID("add").addEventListener("click", () => (state() === "tokens" ? openToken(refresh) : openAccount(refresh)));
await loadWords("people");
// The list reads from the hub what changed; access has no events.
await startPage("people", { touches: /^$/, refresh });
refresh();
