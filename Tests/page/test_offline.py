"""A page that is loaded again while the hub is away, and the manifest for a home screen."""

import json
import socket
import threading

import hub
from browser import MIDDLE, PageCase, expect


class Gate:
    """A port before the hub that can be closed: connections to it are then refused, as if the hub had stopped."""

    def __init__(self):
        self.port, self.connections = 0, set()
        self.open()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def open(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=64)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, args=(self.listener,), daemon=True).start()

    def close(self):
        """Closes the port and its connections; a second call does nothing."""
        if self.listener.fileno() < 0:
            return
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for connection in list(self.connections):
            # The other end sees it; the thread that copies closes it.
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def accept(self, listener):
        host, port = hub.HOST.split(":")
        while True:
            try:
                near, _ = listener.accept()
            except OSError:
                return
            far = socket.create_connection((host, int(port)))
            self.connections |= {near, far}
            threading.Thread(target=self.carry, args=(near, far), daemon=True).start()

    def carry(self, near, far):
        """Carries bytes in both directions until one end closes."""
        back = threading.Thread(target=self.copy, args=(far, near), daemon=True)
        back.start()
        self.copy(near, far)
        back.join()
        for end in (near, far):
            self.connections.discard(end)
            end.close()

    @staticmethod
    def copy(source, target):
        try:
            while part := source.recv(65536):
                target.sendall(part)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass


# Resolves as soon as the worker has the page, and everything it loaded so far.
STORED = """async (path) => {
  const isThere = async () => {
    if (!(await caches.match(path))) return false;
    const files = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.includes("/a/"));
    return files.length > 10 && (await Promise.all(files.map((file) => caches.match(file)))).every(Boolean);
  };
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 50));
}"""


class OfflineTests(PageCase):
    def setUp(self):
        super().setUp()
        self.gate = Gate()
        self.addCleanup(self.gate.close)
        # Requests that the hub does not answer are errors on the console.
        self.may_fail = True

    def tearDown(self):
        # A page that is still open may ask the gate for a picture meanwhile.
        self.close_pages()
        self.requests = [url for url in self.requests if not url.startswith(self.gate.address)]
        super().tearDown()

    def through_the_gate(self, path="/"):
        """Returns a page whose files the worker has."""
        page = self.new_page(MIDDLE, "light", False, service_workers="allow")
        page.goto(self.gate.address + path)
        page.evaluate(STORED, path)
        return page

    def test_the_desk_is_there_while_the_hub_is_away_and_works_when_it_returns(self):
        page = self.through_the_gate()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        self.gate.close()
        page.reload()
        expect(page.get_by_text("No connection to the hub").first).to_be_visible()
        expect(page.get_by_role("button", name="Type a code")).to_be_visible()
        self.gate.open()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        scan = hub.report("after the return")
        self.assert_shows(page, scan)

    def test_a_list_is_there_while_the_hub_is_away(self):
        page = self.through_the_gate("/library")
        expect(page.locator(".release-row").first).to_be_visible()
        self.gate.close()
        page.reload()
        expect(page.get_by_role("heading", name="Library")).to_be_visible()
        self.gate.open()
        page.reload()
        expect(page.locator(".release-row").first).to_be_visible()

    def test_a_page_comes_from_the_hub_whenever_the_hub_answers(self):
        page = self.through_the_gate()
        # The page of another version, as it was stored before an update of the hub.
        page.evaluate(
            """async () => {
              for (const name of await caches.keys()) await caches.delete(name);
              const old = await caches.open("deadwax-0123456789ab");
              await old.put("/", new Response("<title>old</title>", { headers: { "content-type": "text/html" } }));
            }"""
        )
        page.reload()
        expect(page.locator("body")).to_have_attribute("data-hub", "up")
        page.evaluate(STORED, "/")
        names = page.evaluate("caches.keys()")
        self.assertNotIn("deadwax-0123456789ab", names)
        self.assertEqual(len([name for name in names if name != "deadwax-common"]), 1, names)
        self.gate.close()
        page.reload()
        expect(page.get_by_text("No connection to the hub").first).to_be_visible()

    def test_only_pages_and_their_files_are_stored(self):
        page = self.through_the_gate()
        stored = page.evaluate(
            """async () => {
              const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
              return all.flat().map(({ url }) => new URL(url).pathname);
            }"""
        )
        self.assertIn("/", stored)
        others = [path for path in stored if not path.startswith(("/a/", "/fonts/")) and path not in ("/", "/colours.css")]
        self.assertEqual(others, [])

    def test_the_icon_for_the_home_screen_of_a_phone_is_a_picture(self):
        # Safari on a phone takes its icon from this link, and no vector graphics.
        page = self.open("/phone", counter=False)
        address = page.locator("link[rel=apple-touch-icon]").get_attribute("href")
        answer = page.request.get(address)
        self.assertEqual((answer.status, answer.headers["content-type"]), (200, "image/png"))
        size = page.evaluate("""async (address) => {
          const image = Object.assign(new Image(), { src: address });
          await image.decode();
          return [image.naturalWidth, image.naturalHeight];
        }""", address)
        self.assertEqual(size, [180, 180])

    def test_the_manifest_is_one_that_browsers_install(self):
        page = self.through_the_gate()
        session = page.context.new_cdp_session(page)
        manifest = session.send("Page.getAppManifest")
        self.assertEqual(manifest["errors"], [])
        self.assertEqual(json.loads(manifest["data"])["name"], "Deadwax")
        found = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        # Every page of the tests is in a context of its own, which counts as a private window.
        self.assertEqual({error["errorId"] for error in found} - {"in-incognito"}, set(), found)
