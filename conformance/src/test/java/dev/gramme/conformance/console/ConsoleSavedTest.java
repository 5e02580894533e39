package dev.gramme.conformance.console;

import static dev.gramme.conformance.console.ConsoleServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What the browser keeps: saved queries, the history, and bulk changes that can be undone. */
@Tag("slow")
class ConsoleSavedTest extends ConsoleInBrowser {
  private static final String SAVED = "main .card:nth-of-type(1) .lines a";
  private static final String HISTORY = "main .card:nth-of-type(2) .lines a";

  private void put(String table, int sk, String value) throws Exception {
    server.put(
        table,
        "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"v\":{\"S\":\"%s\"}}".formatted(sk, value));
  }

  private String value(String table, int sk) throws Exception {
    return server
        .item(table, "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"}}".formatted(sk))
        .at("/v/S")
        .asText("none");
  }

  private void query(String sortKey) {
    browser.choose("[name=mode]", "query");
    browser.type("[name=pk]", "a");
    browser.type("[name=sk]", sortKey);
    browser.click(".builder [type=submit]");
    browser.awaitTexts("[role=grid] tbody tr td:nth-child(3)", List.of(sortKey)::equals);
  }

  @Test
  void a_saved_query_and_a_saved_statement_are_listed_opened_and_removed() throws Exception {
    server.createTable("kept", "N");
    put("kept", 1, "one");
    put("kept", 2, "two");
    browser.reloadAt(server.view("table/kept"));
    query("2");
    browser.click("[data-action=save-query]");
    assertThat(browser.run("return document.querySelector('[name=title]').value"))
        .isEqualTo("Query kept · pk = a, sk = 2");
    browser.type("[name=title]", "the second one");
    browser.click("dialog [type=submit]");
    browser.awaitTexts("dialog", List::isEmpty);
    browser.open(server.view("partiql", "s", "SELECT * FROM \"kept\" WHERE pk = 'a' AND sk = 1"));
    browser.awaitTexts(".count", List.of("1 item")::equals);
    browser.click("main form .actions button:not([type=submit])");
    browser.type("[name=title]", "the first one");
    browser.click("dialog [type=submit]");
    browser.awaitTexts("dialog", List::isEmpty);

    browser.reloadAt(server.view("saved"));
    browser.awaitTexts(SAVED, List.of("the first one", "the second one")::equals);
    browser.click("main .card:nth-of-type(1) .lines li:nth-child(2) a");
    browser.awaitTexts("[role=grid] tbody tr td:nth-child(3)", List.of("2")::equals);
    // A second query of the same name replaces the first one.
    query("1");
    browser.click("[data-action=save-query]");
    browser.type("[name=title]", "the second one");
    browser.click("dialog [type=submit]");
    browser.awaitTexts("dialog", List::isEmpty);
    browser.reloadAt(server.view("saved"));
    browser.awaitTexts(SAVED, List.of("the second one", "the first one")::equals);
    browser.click("main .card:nth-of-type(1) .lines li:nth-child(1) a");
    browser.awaitTexts("[role=grid] tbody tr td:nth-child(3)", List.of("1")::equals);
    browser.reloadAt(server.view("saved"));
    browser.click("[aria-label='Remove the second one']");
    browser.awaitTexts(SAVED, List.of("the first one")::equals);
    browser.reloadAt(server.view("saved"));
    browser.awaitTexts(SAVED, List.of("the first one")::equals);
  }

  /** Fills the local storage of the page but for a few characters. */
  private static final String FILL =
      """
      for (let size = 1 << 23; size >= 1; ) {
        try { localStorage.setItem('filler ' + localStorage.length, 'x'.repeat(size)); } catch (e) { size >>= 1; }
      }
      """;

  private static final String FREE =
      "Object.keys(localStorage).filter(key => key.startsWith('filler')).forEach(key => localStorage.removeItem(key))";

  @Tag("long")
  @Test
  void a_query_or_a_model_that_the_browser_does_not_store_is_an_error_and_its_window_stays()
      throws Exception {
    server.createTable("full", "N");
    put("full", 1, "one");
    browser.reloadAt(server.view("table/full"));
    query("1");
    browser.run(FILL);
    browser.click("[data-action=save-query]");
    browser.type("[name=title]", "no room");
    browser.click("dialog [type=submit]");
    assertThat(browser.text("dialog .error")).contains("The browser did not store this");
    browser.run(FREE);
    browser.click("dialog [type=submit]");
    browser.awaitTexts("dialog", List::isEmpty);

    browser.reloadAt(server.view("preferences"));
    browser.awaitElement("[name=currency]");
    browser.run(FILL);
    browser.type("[name=currency]", "euros of the European Union");
    assertThat(browser.text("main .error")).contains("The browser did not store this");
    browser.run(FREE);

    browser.reloadAt(server.view("design"));
    browser.awaitElement("[name=from-table]");
    browser.run(FILL);
    browser.choose("[name=from-table]", "full");
    assertThat(browser.text("main .error")).contains("The browser did not store this");
    browser.run(FREE);
    browser.reloadAt(server.view("design"));
    browser.choose("[name=from-table]", "full");
    browser.click("[data-action=edit-model]");
    browser.type("[name='model.name']", "a-longer-name");
    browser.run(FILL);
    browser.click("[data-action=save-model]");
    assertThat(browser.text("dialog .error")).contains("The browser did not store this");
    browser.run(FREE);
    browser.click("[data-action=save-model]");
    browser.awaitTexts("dialog", List::isEmpty);
    browser.reloadAt(server.view("design"));
    browser.awaitElement("[data-action=records][title*=a-longer-name]");
    browser.run("localStorage.removeItem('gramme.design')");
  }

  @Test
  void a_query_beyond_the_limit_is_refused_and_removes_no_other_one() throws Exception {
    server.createTable("limit", "N");
    browser.reloadAt(server.view("table/limit"));
    browser.run(
        """
        localStorage.setItem('gramme.saved',
          JSON.stringify(Array.from({length: 200}, (_, i) => ({name: 'query ' + i, hash: '#/'}))))
        """);
    browser.click("[data-action=save-query]");
    browser.type("[name=title]", "one more");
    browser.click("dialog [type=submit]");
    assertThat(browser.text("dialog .error")).contains("200 queries");
    browser.type("[name=title]", "query 199");
    browser.click("dialog [type=submit]");
    browser.awaitTexts("dialog", List::isEmpty);
    browser.reloadAt(server.view("saved"));
    browser.awaitTexts(SAVED, all -> all.size() == 200 && all.getFirst().equals("query 199"));
    browser.run("localStorage.removeItem('gramme.saved')");
  }

  @Tag("long")
  @Test
  void the_history_has_each_query_and_statement_once_the_latest_first() throws Exception {
    server.createTable("past", "N");
    put("past", 1, "one");
    put("past", 2, "two");
    browser.reloadAt(server.view("saved"));
    browser.run("localStorage.removeItem('gramme.history')");
    browser.reloadAt(server.view("table/past"));
    browser.awaitTexts(".count", List.of("2 items")::equals);
    query("1");
    query("2");
    query("1");
    browser.open(server.view("partiql"));
    browser.type("#statement", "SELECT * FROM \"past\"");
    browser.click("form [type=submit]");
    browser.awaitTexts(".count", List.of("2 items")::equals);
    browser.reloadAt(server.view("saved"));
    browser.awaitTexts(
        HISTORY,
        List.of(
                "SELECT * FROM \"past\"",
                "Query past · pk = a, sk = 1",
                "Query past · pk = a, sk = 2")
            ::equals);
    browser.click("main .card:nth-of-type(2) .lines li:nth-child(3) a");
    browser.awaitTexts("[role=grid] tbody tr td:nth-child(3)", List.of("2")::equals);
    browser.reloadAt(server.view("saved"));
    browser.click("main .card:nth-of-type(2) .title button");
    browser.awaitTexts(HISTORY, List::isEmpty);
    browser.reloadAt(server.view("saved"));
    browser.awaitElement("main .card:nth-of-type(2) .note");
    assertThat(browser.texts(HISTORY)).isEmpty();
  }

  @Tag("long")
  @Test
  void a_bulk_edit_is_undone_after_its_window_and_its_tab_were_closed() throws Exception {
    server.createTable("later", "N");
    for (int i = 0; i < 3; i++) {
      put("later", i, "old");
    }
    browser.reloadAt(server.view("table/later"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "v");
    browser.type("[name=value]", "new");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("3")::equals);
    browser.click("[data-action=close]");
    browser.awaitTexts("[data-action=bulk-delete]", List::isEmpty);
    browser.click("[role=grid] tbody tr:nth-child(1) input");
    browser.click("[data-action=bulk-delete]");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("1")::equals);
    browser.click("[data-action=close]");
    assertThat(value("later", 0)).isEqualTo("none");
    put("later", 2, "newest");

    browser.replaceTab();
    browser.reloadAt(server.view("table/later", "tab", "time"));
    browser.awaitTexts(
        ".undos li span", List.of("Deletion of items, 1 change", "Change of v, 3 changes")::equals);
    browser.click(".undos li:nth-child(1) [data-action=undo-edit]");
    browser.awaitTexts(
        ".undos .dry",
        texts ->
            !texts.isEmpty()
                && texts.getFirst().startsWith("1 change would be undone with about 1 write unit"));
    assertThat(value("later", 0)).isEqualTo("none");
    browser.click("[data-action=confirm-undo]");
    browser.awaitTexts(".undone", texts -> texts.equals(List.of("1 change undone. 1 write unit.")));
    assertThat(value("later", 0)).isEqualTo("new");
    browser.click(".undos li:nth-child(1) [data-action=undo-edit]");
    browser.click("[data-action=confirm-undo]");
    browser.awaitTexts(
        ".undone",
        texts ->
            texts.getFirst().startsWith("2 changes undone. 1 item had changed since and stayed."));
    assertThat(value("later", 0)).isEqualTo("old");
    assertThat(value("later", 1)).isEqualTo("old");
    assertThat(value("later", 2)).isEqualTo("newest");
    browser.awaitTexts(".undos li", List::isEmpty);
    browser.reloadAt(server.view("table/later", "tab", "time"));
    browser.awaitElement("main h2");
    assertThat(browser.texts("main h2")).doesNotContain("Undo");
  }

  @Test
  void a_saved_a_deleted_and_an_imported_item_are_undone_later() throws Exception {
    server.createTable("single", "N");
    put("single", 1, "old");
    browser.reloadAt(server.view("table/single"));
    browser.click("[role=grid] .cell");
    browser.type("dialog [aria-label=v]", "new");
    browser.click("[data-action=save]");
    browser.awaitTexts(".written", List.of("Change of a · 1. Undo")::equals);
    browser.click("[role=grid] .cell");
    browser.click("[data-action=delete]");
    server.send(
        "UpdateItem",
        """
        {"TableName":"single","Key":{"pk":{"S":"a"},"sk":{"N":"1"}},"UpdateExpression":"SET more = :m",
         "ExpressionAttributeValues":{":m":{"S":"added"}}}
        """);
    browser.click("[data-action=confirm-delete]");
    browser.awaitTexts(
        ".written",
        List.of("Deletion of a · 1, with attributes that were not read: more. Undo")::equals);
    assertThat(value("single", 1)).isEqualTo("none");
    browser.click("[data-action=import]");
    browser.type("dialog [name=text]", "pk,sk,v\na,2,imported\n");
    browser.click("[data-action=execute]:enabled");
    browser.awaitTexts(".done", List.of("1")::equals);
    browser.click("dialog .done ~ a");

    browser.awaitTexts(
        ".undos li span",
        List.of("Import, 1 change", "Deletion of a · 1, 1 change", "Change of a · 1, 1 change")
            ::equals);
    assertThat(browser.violations()).isEmpty();
    undoFirst();
    assertThat(value("single", 2)).isEqualTo("none");
    undoFirst();
    assertThat(value("single", 1)).isEqualTo("new");
    undoFirst();
    assertThat(server.item("single", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}"))
        .isEqualTo(
            json(
                "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"old\"},\"more\":{\"S\":\"added\"}}"));
  }

  private void undoFirst() {
    int undos = browser.texts(".undos li").size();
    browser.click(".undos li:nth-child(1) [data-action=undo-edit]");
    browser.click("[data-action=confirm-undo]");
    browser.awaitTexts(".undos li", texts -> texts.size() == undos - 1);
  }

  @Tag("long")
  @Test
  void edits_that_exceed_the_limits_are_forgotten_the_oldest_first() {
    browser.reloadAt(server.view("saved"));
    browser.awaitElement("main h1");
    // 110 edits of which 100 are kept, the last seven of them large. Then one edit of which a part
    // is kept. Beside it, six of the large ones and 93 small ones are kept. All are too old after
    // eight days.
    Object kept =
        browser.run(
            """
            return import('/console/edits.js').then(async ({MAX_EDIT_BYTES, addEdit, changesOfEdit, edits, forgetEdit, recordEdit}) => {
              for (const {id} of await edits()) await forgetEdit(id);
              const table = {TableName: 'x', TableId: 'y'};
              for (let i = 0; i < 110; i++) await addEdit(table, String(i), {after: {t: {S: 'x'.repeat(i < 103 ? 10 : 300000)}}});
              const all = await edits();
              const large = recordEdit(table, 'large');
              for (let i = 0; i < 30; i++) large.add({after: {t: {S: '\u00e9'.repeat(1000000)}}});
              await large.end();
              const then = await edits();
              const stored = (await Promise.all(then.map(({id}) => changesOfEdit(id)))).map(changes => changes.length);
              const bytes = then.reduce((total, edit) => total + edit.bytes, 0);
              const titles = then.map(({title}) => title);
              const now = Date.now;
              Date.now = () => now() + 8 * 24 * 3600 * 1000;
              const later = (await edits()).length;
              Date.now = now;
              for (const {id} of then) await forgetEdit(id);
              return [all.length, all[0].title, all.at(-1).title, large.changes.length, large.lost, then.length, stored[0], stored.slice(1).every(count => count === 1),
                titles.slice(0, 8).join(), titles.at(-1), bytes <= MAX_EDIT_BYTES, later, (await edits()).length];
            });
            """);
    assertThat(kept)
        .isEqualTo(
            List.of(
                100L,
                "109",
                "10",
                24L,
                6L,
                100L,
                24L,
                true,
                "large,109,108,107,106,105,104,102",
                "10",
                true,
                0L,
                0L));
  }

  @Test
  void a_change_that_the_end_of_the_page_interrupts_can_be_undone() {
    browser.reloadAt(server.view("saved"));
    browser.awaitElement("main h1");
    Object stored =
        browser.run(
            """
            return import('/console/edits.js').then(async ({changesOfEdit, edits, recordEdit}) => {
              const now = performance.now.bind(performance);
              const edit = recordEdit({TableName: 'x', TableId: 'y'}, 'running');
              edit.add({after: {t: {S: '1'}}});
              performance.now = () => now() + 2000;
              edit.add({after: {t: {S: '2'}}});
              performance.now = () => now() + 4000;
              edit.add({after: {t: {S: '3'}}});
              performance.now = now;
              let found;
              do { found = (await edits()).find(({title}) => title === 'running'); } while (found?.count !== 3);
              return (await changesOfEdit(found.id)).map(({after}) => after.t.S).join();
            });
            """);
    assertThat(stored).isEqualTo("1,2,3");
  }

  @Test
  void changes_that_the_browser_does_not_store_can_be_undone_in_their_window_which_says_so()
      throws Exception {
    server.createTable("unstored", "N");
    put("unstored", 1, "old");
    browser.reloadAt(server.view("table/unstored"));
    browser.click("[role=grid] thead input");
    browser.click("[data-action=bulk-edit]");
    browser.type("[name=attribute]", "v");
    browser.type("[name=value]", "new");
    browser.run(
        "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); }");
    browser.click("[data-action=execute]");
    browser.awaitTexts(".done", List.of("1")::equals);
    assertThat(browser.text("dialog .lost"))
        .isEqualTo(
            "The browser did not store these changes (QuotaExceededError). They cannot be undone"
                + " after this window is closed.");
    browser.click("[data-action=undo]");
    browser.awaitTexts(".undone", List.of("1 change undone.")::equals);
    assertThat(value("unstored", 1)).isEqualTo("old");
  }

  @Tag("long")
  @Test
  void a_table_that_replaced_another_one_has_none_of_its_changes() throws Exception {
    server.createTable("replaced", "N");
    put("replaced", 1, "old");
    browser.reloadAt(server.view("table/replaced"));
    browser.click("[role=grid] .cell");
    browser.type("dialog [aria-label=v]", "new");
    browser.click("[data-action=save]");
    browser.awaitTexts(".written", List.of("Change of a · 1. Undo")::equals);
    browser.click(".written a");
    browser.awaitTexts(".undos li span", List.of("Change of a · 1, 1 change")::equals);
    server.send("DeleteTable", "{\"TableName\":\"replaced\"}");
    server.createTable("replaced", "N");
    put("replaced", 1, "new");
    browser.reloadAt(server.view("table/replaced", "tab", "time"));
    browser.awaitElement("main h2");
    assertThat(browser.texts(".undos li")).isEmpty();
  }

  @Test
  void a_wrong_address_and_a_view_that_fails_leave_the_page_usable() throws Exception {
    server.createTable("usable", "N");
    put("usable", 1, "one");
    browser.reloadAt(server.view("table/usable", "f", "[null,{\"n\":1}]"));
    browser.awaitTexts(".count", List.of("1 item")::equals);
    browser.reloadAt(server.view("saved"));
    browser.run("location.hash = '#/table/%'");
    browser.awaitElement("main .error");
    assertThat(browser.texts("main h1")).containsExactly("%");

    browser.run("localStorage.setItem('gramme.history', '{}')");
    browser.click("nav a[href*=saved]");
    browser.awaitTexts("main h1", List.of("This view failed")::equals);
    assertThat(browser.errors()).anyMatch(line -> line.contains("the view failed"));
    browser.run("localStorage.removeItem('gramme.history')");
    browser.click("main p a");
    browser.awaitTexts("main h1", List.of("Tables")::equals);
  }
}
