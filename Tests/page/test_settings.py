"""Tests of the page Settings. Each change is undone at the end."""

import catalogue
import lending
import hub
import test_accessibility
from browser import PageCase, expect


class SettingsTests(PageCase):
    def test_a_setting_is_set_and_its_default_comes_back(self):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=holds")
        row = page.locator('[data-id="holds.pick-up-days"]')
        self.addCleanup(lending.set_setting, "holds.pick-up-days", None)
        bar = page.locator("#save-bar")
        row.get_by_role("textbox").fill("8")
        row.get_by_role("button", name="More:").click()
        expect(row.get_by_role("textbox")).to_have_value("9")
        expect(bar).to_contain_text("1 change not saved")
        bar.get_by_role("button", name="Save").click()
        expect(row.get_by_role("button", name="Use the default")).to_be_visible()
        self.assertEqual(lending.admin("GET", "/settings/holds.pick-up-days")["value"], "9")
        row.get_by_role("button", name="About Days that a copy waits on the pick-up shelf.").click()
        expect(page.get_by_role("dialog")).to_contain_text("7 → 9")
        expect(page.get_by_role("dialog")).to_contain_text("by set-up")
        expect(page.get_by_role("dialog")).to_contain_text("holds.pick-up-days")
        page.keyboard.press("Escape")
        row.get_by_role("button", name="Use the default").click()
        expect(row.get_by_role("textbox")).to_have_value("7")
        self.may_fail = True
        row.get_by_role("textbox").fill("many")
        bar.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_have_attribute("data-tone", "fault")
        # The refused value stays, with the reason beside it.
        expect(row.get_by_role("alert")).to_be_visible()
        expect(row.get_by_role("textbox")).to_have_value("many")
        bar.get_by_role("button", name="Discard").click()
        expect(row.get_by_role("textbox")).to_have_value("7")
        expect(bar).to_be_hidden()

    def test_a_setting_with_certain_words_is_chosen_from_them(self):
        self.addCleanup(lending.set_setting, "renewal.overdue", None)
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=renewal")
        setting = lending.admin("GET", "/settings/renewal.overdue")
        row = page.locator('[data-id="renewal.overdue"]')
        choice = row.get_by_role("combobox")
        expect(choice).to_have_value(setting["value"])
        self.assertEqual(choice.locator("option").evaluate_all("all => all.map(({ value }) => value)"), setting["choices"])
        other = next(word for word in setting["choices"] if word != setting["value"])
        choice.select_option(other)
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(row.get_by_role("button", name="Use the default")).to_be_visible()
        self.assertEqual(lending.admin("GET", "/settings/renewal.overdue")["value"], other)
        # Its words are the page's own, not those of the interface.
        expect(choice.locator("option:checked")).not_to_have_text(other)

    def signed_in_at(self, section):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto(f"/settings?section={section}")
        return page

    def test_the_pick_up_shelf_is_chosen_by_its_name(self):
        self.addCleanup(lending.set_setting, "holds.shelf", None)
        place = lending.staff("GET", "/places")["items"][0]
        page = self.signed_in_at("holds")
        row = page.locator('[data-id="holds.shelf"]')
        choice = row.get_by_role("combobox")
        expect(choice.locator("option:checked")).to_have_text("No pick-up shelf")
        expect(row).not_to_contain_text("off")
        choice.select_option(label=place["name"])
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(row.get_by_role("button", name="Use the default")).to_be_visible()
        self.assertEqual(lending.admin("GET", "/settings/holds.shelf")["value"], place["id"])
        row.get_by_role("button", name="About").click()
        expect(page.get_by_role("dialog")).to_contain_text("No pick-up shelf → a place")
        test_accessibility.AccessibilityTests.check(self, page, "the pick-up shelf")

    def test_the_days_without_lending_are_ticked(self):
        self.addCleanup(lending.set_setting, "calendar.closed-weekdays", None)
        page = self.signed_in_at("calendar")
        row = page.locator('[data-id="calendar.closed-weekdays"]')
        expect(row.locator(".setting-day span")).to_have_text(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        row.get_by_role("checkbox", name="Sunday").check()
        row.get_by_role("checkbox", name="Saturday").check()
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(row.get_by_role("button", name="Use the default")).to_be_visible()
        self.assertEqual(lending.admin("GET", "/settings/calendar.closed-weekdays")["value"], "saturday, sunday")
        expect(row.get_by_role("checkbox", name="Saturday")).to_be_checked()
        test_accessibility.AccessibilityTests.check(self, page, "the closed weekdays")

    def saved(self, page, key):
        """Saves what is on the page, and returns the stored value of a setting."""
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(page.locator("#save-bar")).to_be_hidden()
        return lending.admin("GET", f"/settings/{key}")["value"]

    def test_closed_days_are_entries_with_a_date_or_of_every_year(self):
        key = "calendar.closed-days"
        self.addCleanup(lending.set_setting, key, None)
        page = self.signed_in_at("calendar")
        row = page.locator(f'[data-id="{key}"]')
        entries = row.get_by_role("listitem")
        row.get_by_label("Date", exact=True).fill("2027-12-24")
        row.get_by_role("button", name="Add", exact=True).click()
        expect(entries).to_have_text(["24 December 2027"])
        expect(row.get_by_label("Date", exact=True)).to_be_focused()
        row.get_by_label("Date", exact=True).fill("2027-01-01")
        row.get_by_label("Every year").check()
        # Saved without a press on Add, too.
        self.assertEqual(self.saved(page, key), "01-01, 2027-12-24")
        expect(entries).to_have_text(["1 January, every year", "24 December 2027"])
        test_accessibility.AccessibilityTests.check(self, page, "the closed days")
        row.get_by_role("button", name="Remove 1 January, every year").click()
        expect(row.get_by_role("button", name="Remove 24 December 2027")).to_be_focused()
        self.assertEqual(self.saved(page, key), "2027-12-24")
        row.get_by_role("button", name="About").click()
        expect(page.get_by_role("dialog")).to_contain_text("1 January, every year, 24 December 2027 → 24 December 2027")

    def test_numbers_by_group_are_entries_by_keyboard_alone(self):
        key = "loan.days-by-group-and-medium"
        self.addCleanup(lending.set_setting, key, None)
        page = self.signed_in_at("loan")
        row = page.locator(f'[data-id="{key}"]')
        entries = row.get_by_role("listitem")
        row.get_by_label("Group of borrowers", exact=True).focus()
        page.keyboard.type("students")
        page.keyboard.press("Tab")
        page.keyboard.type("CD")
        page.keyboard.press("Tab")
        page.keyboard.type("7")
        page.keyboard.press("Enter")
        expect(entries).to_have_text(["students\u00a0· CD: 7 days"])
        expect(row.get_by_label("Group of borrowers", exact=True)).to_be_focused()
        # Another number for the same group and medium replaces the first.
        row.get_by_label("Group of borrowers", exact=True).fill("students")
        row.get_by_label("Medium", exact=True).select_option("cd")
        row.get_by_label("Days", exact=True).fill("1")
        page.keyboard.press("Enter")
        expect(entries).to_have_text(["students\u00a0· CD: 1 day"])
        self.assertEqual(self.saved(page, key), "students/cd: 1")
        self.may_fail = True
        row.get_by_label("Group of borrowers", exact=True).fill("staff")
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        # An entry that is not complete is refused with the reason, and stays.
        expect(row.get_by_role("alert")).to_be_visible()
        expect(entries).to_have_text(["students\u00a0· CD: 1 day", "staff/:"])
        page.locator("#save-bar").get_by_role("button", name="Discard").click()
        expect(entries).to_have_text(["students\u00a0· CD: 1 day"])

    def test_ways_and_days_of_notices_are_entries_in_the_words_of_the_page(self):
        for key in ("reminders.ways", "reminders.overdue-days"):
            self.addCleanup(lending.set_setting, key, None)
        lending.set_setting("reminders.ways", None)
        page = self.signed_in_at("reminders")
        ways, days = page.locator('[data-id="reminders.ways"]'), page.locator('[data-id="reminders.overdue-days"]')
        while ways.get_by_role("listitem").count():
            ways.get_by_role("button", name="Remove").first.click()
        for way in ("printed", "email"):
            ways.get_by_label("Way of sending").select_option(label=way)
            ways.get_by_role("button", name="Add", exact=True).click()
        expect(ways.get_by_role("listitem")).to_have_text(["printed", "email"])
        days.get_by_label("Days", exact=True).fill("9")
        days.get_by_role("button", name="Add", exact=True).click()
        expect(days.get_by_role("listitem").last).to_have_text("9 days late")
        self.assertEqual(self.saved(page, "reminders.ways"), "print, mail")
        self.assertIn("9", lending.admin("GET", "/settings/reminders.overdue-days")["value"].split(", "))

    def test_no_setting_shows_words_of_the_interface(self):
        page = self.signed_in_at("calendar")
        expect(page.locator("#chips button").nth(5)).to_be_visible()
        for chip in page.locator("#chips button").all():
            chip.click()
            for text in page.locator(".setting .line-words").all_inner_texts():
                with self.subTest(section=chip.text_content(), text=text):
                    self.assertNotRegex(text.replace("Empty: off.", ""), r"\boff\b|[a-z]+\.[a-z]+-")

    def test_the_cards_of_discogs_have_a_section_of_their_own(self):
        page = self.signed_in_at("loan")
        expect(page.locator(".setting").first).to_be_visible()
        expect(page.locator("#discogs")).to_be_hidden()
        page.get_by_role("button", name="Discogs", exact=True).click()
        expect(page.locator("#discogs-token")).to_be_visible()
        expect(page.locator(".setting")).to_have_count(0)
        page.get_by_role("searchbox").fill("period CDs")
        expect(page.locator("#discogs")).to_be_hidden()

    def test_several_settings_are_found_and_saved_at_once(self):
        for key in ("loan.days.cd", "returns.counts-in-house"):
            self.addCleanup(lending.set_setting, key, None)
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings")
        search = page.get_by_role("searchbox")
        search.fill("period CDs")
        row = page.locator('[data-id="loan.days.cd"]')
        expect(page.locator(".setting")).to_have_count(1)
        expect(row).to_contain_text("Same as other media: 14 days.")
        # A step begins at the value that applies.
        row.get_by_role("button", name="More:").click()
        expect(row.get_by_role("textbox")).to_have_value("15")
        row.get_by_role("textbox").fill("")
        expect(row.get_by_role("textbox")).to_have_value("")
        row.get_by_role("textbox").fill("21")
        search.fill("in-house")
        page.locator('[data-id="returns.counts-in-house"]').get_by_role("switch").check()
        bar = page.locator("#save-bar")
        expect(bar).to_contain_text("2 changes not saved")
        bar.get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Saved")
        expect(bar).to_be_hidden()
        values = [lending.admin("GET", f"/settings/{key}")["value"] for key in ("loan.days.cd", "returns.counts-in-house")]
        self.assertEqual(values, ["21", "yes"])
        # An empty field is off again.
        search.fill("period CDs")
        row.get_by_role("textbox").fill("")
        page.keyboard.press("Enter")
        hub.wait_for("the setting", lambda: lending.admin("GET", "/settings/loan.days.cd")["value"] == "off")
        search.fill("zzzz")
        expect(page.locator("#settings")).to_contain_text("No settings match")

    def test_own_colours_are_seen_before_they_are_saved_and_then_on_every_page(self):
        for key in ("appearance.card", "appearance.accent"):
            self.addCleanup(lending.set_setting, key, None)
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=appearance")
        colour = lambda locator, name: locator.evaluate("(element, name) => getComputedStyle(element)[name]", name)
        row = page.locator('[data-id="appearance.accent"]')
        expect(row).to_contain_text("Empty: the standard colour.")
        row.locator("input[type=text]").fill("#0b6b3a")
        expect(row.get_by_label("Choose a colour")).to_have_value("#0b6b3a")
        light = page.locator(".colour-card[data-appearance=light]")
        self.assertEqual(colour(light.locator(".colour-button"), "backgroundColor"), "rgb(11, 107, 58)")
        self.assertEqual(colour(light.locator(".colour-button"), "color"), "rgb(255, 255, 255)")
        # The picker fills the field.
        card = page.locator('[data-id="appearance.card"]')
        card.get_by_label("Choose a colour").fill("#fff8e7")
        expect(card.locator("input[type=text]")).to_have_value("#fff8e7")
        self.assertEqual(colour(light, "backgroundColor"), "rgb(255, 248, 231)")
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Saved")
        # This page has them at once, and every other when it is opened.
        body = page.locator("body")
        accent = "getComputedStyle(document.documentElement).getPropertyValue('--accent')"
        hub.wait_for("the colours", lambda: "#0b6b3a" in page.evaluate(accent))
        page.goto("/loans")
        self.assertIn("light-dark(#fff8e7, #1e1c1a)", page.evaluate(accent.replace("--accent", "--card")))
        expect(body).to_be_visible()

    def test_colours_that_cannot_be_read_are_refused_with_their_contrast(self):
        self.may_fail = True
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=appearance")
        row = page.locator('[data-id="appearance.card"]')
        row.locator("input[type=text]").fill("#777777")
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(row.get_by_role("alert")).to_contain_text("text (#1a1917) on cards (#777777) has a contrast of 3.9:1")
        self.assertEqual(lending.admin("GET", "/settings/appearance.card")["value"], "off")

    def test_a_time_zone_is_chosen_by_its_name_and_shows_its_present_time(self):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=calendar")
        row = page.locator('[data-id="calendar.time-zone"]')
        self.addCleanup(lending.set_setting, "calendar.time-zone", None)
        expect(row.locator('datalist option[value="Europe/Berlin"]')).to_be_attached()
        field = row.get_by_role("combobox")
        self.assertEqual(field.get_attribute("list"), row.locator("datalist").get_attribute("id"))
        field.fill("Asia/Kolkata")
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(row).to_contain_text("Now IST, UTC+05:30.")
        zone = lending.admin("GET", "/settings/calendar.time-zone")
        self.assertEqual((zone["value"], zone["timeZone"]["rule"]), ("Asia/Kolkata", "IST-5:30"))
        self.may_fail = True
        row.get_by_role("combobox").fill("Europe/Berlim")
        page.locator("#save-bar").get_by_role("button", name="Save").click()
        expect(page.locator("#toast")).to_contain_text("Did you mean Europe/Berlin?")

    def test_a_setting_shows_its_effect_in_each_language(self):
        page = self.signed_in("/settings?section=loan")
        effects = {"en": lending.admin("GET", "/settings/loan.days")["help"]}
        for code in ("de", "fr", "en"):
            page.get_by_label("Language").or_(page.locator(".language select")).first.select_option(code)
            effect = effects.get(code) or catalogue.texts(code)["setting.loan.days"]
            expect(page.locator('[data-id="loan.days"] strong')).to_have_text(effect)

    def test_a_value_that_is_typed_survives_a_change_of_another_setting(self):
        page = self.open("about:blank")
        page.context.add_cookies([{"name": "deadwax", "value": hub.admin_token(), "url": hub.ADDRESS}])
        page.goto("/settings?section=holds")
        field = page.locator('[data-id="holds.pick-up-days"]').get_by_role("textbox")
        field.fill("11")
        with page.expect_response(lambda answer: answer.url.endswith("/api/v1/settings")):
            self.addCleanup(lending.set_setting, "fees.currency", None)
            lending.set_setting("fees.currency", "CHF")
        expect(field).to_have_value("11")
        expect(field).to_be_focused()
        page.keyboard.press("Enter")
        hub.wait_for("the setting", lambda: lending.admin("GET", "/settings/holds.pick-up-days")["value"] == "11")
        lending.set_setting("holds.pick-up-days", None)
        # A saved value is no longer a draft.
        expect(field).to_have_value("7")

    def test_an_amount_is_shown_with_the_decimal_places_of_its_currency(self):
        for key in ("fees.currency", "fees.per-day", "limits.fees-due"):
            self.addCleanup(lending.set_setting, key, None)
        lending.set_setting("fees.per-day", "1500")
        page = self.signed_in("/settings?section=fees")
        row = page.locator('[data-id="fees.per-day"]')
        for currency, english, german in (
            ("EUR", "€15.00", "15,00\u00a0€"), ("JPY", "¥1,500", "1.500\u00a0¥"),
            ("KWD", "KWD\u00a01.500", "1,500\u00a0KWD"),
            # Where browsers show no decimal places.
            ("RSD", "RSD\u00a015.00", "15,00\u00a0RSD"),
        ):
            with self.subTest(currency=currency):
                lending.set_setting("fees.currency", currency)
                expect(row.locator(".amount")).to_have_text(f"1500 is {english}.")
                for language, words in (("de", f"1500 sind {german}."), ("en", f"1500 is {english}.")):
                    page.get_by_label("Language").or_(page.locator(".language select")).first.select_option(language)
                    expect(row.locator(".amount")).to_have_text(words)
        # A limit of 0 is no limit, and no amount.
        page.goto("/settings?section=limits")
        expect(page.locator('[data-id="limits.fees-due"]')).to_be_visible()
        expect(page.locator('[data-id="limits.fees-due"] .amount')).to_have_count(0)

    def test_the_token_for_discogs_is_entered_removed_and_never_shown(self):
        page = self.signed_in("about:blank")
        state = {"isSet": False, "source": "none"}
        sent = []

        def answer(route):
            if route.request.method != "GET":
                sent.append((route.request.method, route.request.post_data_json if route.request.post_data else None))
                state.update({"isSet": True, "source": "page", "user": "ada"} if route.request.method == "PUT" else {"isSet": False})
                if not state["isSet"]:
                    state.pop("user", None)
            route.fulfill(json=state)

        page.route("**/api/v1/discogs/token", answer)
        page.goto("/settings?section=discogs")
        card = page.locator("#discogs-token")
        expect(card).to_contain_text("No token is set.")
        expect(card.get_by_role("button", name="Remove token")).to_have_count(0)
        card.get_by_label("New token").fill(" secret-of-ada ")
        page.keyboard.press("Enter")
        expect(card).to_contain_text("The token belongs to ada.")
        expect(card.get_by_label("New token")).to_have_value("")
        expect(card.get_by_label("New token")).to_have_attribute("type", "password")
        self.assertNotIn("secret-of-ada", page.content())
        test_accessibility.AccessibilityTests.check(self, page, "a token")
        card.get_by_role("button", name="Remove token").click()
        expect(card).to_contain_text("No token is set.")
        self.assertEqual(sent, [("PUT", {"token": "secret-of-ada"}), ("DELETE", None)])
        # One that the hub was started with is changed where it was given.
        state.update({"isSet": True, "source": "start", "user": "ada"})
        page.reload()
        expect(card).to_contain_text("The hub was started with this token.")
        expect(card.get_by_role("button")).to_have_count(0)

    def test_the_settings_say_how_far_the_check_of_the_database_is(self):
        page = self.signed_in("/settings")
        line = page.locator("#check")
        # As the hub itself reports, since its demo library is small.
        state = hub.wait_for("a check", lambda: hub.call("GET", "/readyz")["check"]["state"] == "sound")
        page.reload()
        expect(line).to_contain_text("The database was checked on")
        self.assertTrue(state)
        ready = hub.call("GET", "/readyz")
        page.route("**/readyz", lambda route: route.fulfill(json=ready))
        for state, words in (
            ("waiting", "has not been checked since the hub started"), ("running", "is being checked: 42 % done"),
            ("damaged", "is damaged, so the hub saves nothing"), ("failed", "could not be checked"),
        ):
            ready["check"] = {"state": state, "percent": 42}
            page.reload()
            expect(line).to_contain_text(words)
            test_accessibility.AccessibilityTests.check(self, page, state)
        # Files of attachments that the daily check did not find.
        lost = page.locator("#file-check")
        expect(lost).to_be_hidden()
        ready["files"] = {"checkedAt": "2026-11-20T10:00:00Z", "whole": 12, "missing": 2, "damaged": 1}
        page.reload()
        expect(lost).to_contain_text("missing (2) or damaged (1)")
        test_accessibility.AccessibilityTests.check(self, page, "lost files")
        # The page follows the check while it runs.
        ready["check"] = {"state": "running", "percent": 42}
        page.reload()
        expect(line).to_contain_text("42 %")
        ready["check"] = {"state": "running", "percent": 97}
        expect(line).to_contain_text("97 %")
        for code, words in (("de", "wird geprüft: 97 %"), ("fr", "Vérification de la base de données")):
            page.get_by_label("Language").or_(page.locator(".language select")).first.select_option(code)
            expect(line).to_contain_text(words)
