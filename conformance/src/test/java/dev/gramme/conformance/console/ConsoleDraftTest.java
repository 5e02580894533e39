package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Texts of forms that were not sent yet: the tab keeps them until they were. */
@Tag("slow")
class ConsoleDraftTest extends ConsoleInBrowser {
  private void leaveAndReturn(String path) {
    browser.run("location.hash = '#/saved'");
    browser.awaitTexts("main h1", List.of("Saved")::equals);
    browser.run("location.hash = arguments[0]", "#/" + path);
  }

  @Test
  void the_form_for_a_table_keeps_its_texts_until_the_table_is_created() throws Exception {
    server.createTable("taken", "S");
    browser.open(server.view("create"));
    browser.type("[name=name]", "taken");
    browser.type("[name=pk]", "id");
    browser.click(".add-global");
    browser.type("[name='index0.name']", "by-title");
    browser.type("[name='index0.pk']", "title");
    leaveAndReturn("create");
    assertThat(browser.value("[name=pk]")).isEqualTo("id");
    assertThat(browser.value("[name='index0.pk']")).isEqualTo("title");

    // An error of the service and a reload lose nothing either.
    browser.click("main [type=submit]");
    browser.awaitElement("main .error");
    browser.reloadAt(server.view("create"));
    assertThat(browser.value("[name=name]")).isEqualTo("taken");
    assertThat(browser.value("[name='index0.name']")).isEqualTo("by-title");

    browser.click("[data-tab=json]");
    browser.type("[name=json]", "TableName: other");
    leaveAndReturn("create");
    assertThat(browser.value("[name=json]")).isEqualTo("TableName: other");
    browser.click("[data-tab=form]");
    browser.type("[name=name]", "created");
    browser.click("main [type=submit]");
    browser.awaitTexts("main h1", List.of("created")::equals);
    browser.run("location.hash = '#/create'");
    assertThat(browser.value("[name=name]")).isEmpty();
    assertThat(browser.texts("main fieldset")).isEmpty();

    browser.type("[name=name]", "unwanted");
    browser.click("[data-action=clear]");
    assertThat(browser.value("[name=name]")).isEmpty();
    leaveAndReturn("create");
    assertThat(browser.value("[name=name]")).isEmpty();
  }

  @Tag("long")
  @Test
  void the_box_for_statements_keeps_its_text_until_it_was_run() throws Exception {
    server.createTable("drafts", "S");
    server.put("drafts", "{\"pk\":{\"S\":\"a\"},\"sk\":{\"S\":\"1\"}}");
    String wrong = "SELECT * FROM \"nowhere\"";
    String right = "SELECT * FROM \"drafts\"";
    browser.open(server.view("partiql"));
    browser.type("#statement", wrong);
    leaveAndReturn("partiql");
    assertThat(browser.value("#statement")).isEqualTo(wrong);
    browser.reloadAt(server.view("partiql"));
    assertThat(browser.value("#statement")).isEqualTo(wrong);
    browser.click("main form [type=submit]");
    browser.awaitElement("main .error");
    leaveAndReturn("partiql");
    assertThat(browser.value("#statement")).isEqualTo(wrong);

    browser.type("#statement", right);
    browser.click("main form [type=submit]");
    browser.awaitTexts(".count", List.of("1 item")::equals);
    leaveAndReturn("partiql");
    assertThat(browser.value("#statement")).isEmpty();
  }

  @Test
  void a_link_with_a_statement_shows_it_in_spite_of_a_draft() {
    String first = "SELECT a FROM \"links\"";
    String second = "SELECT b FROM \"links\"";
    browser.reloadAt(server.view("partiql", "s", first));
    browser.type("#statement", first + " WHERE");
    browser.reloadAt(server.view("partiql", "s", second));
    assertThat(browser.value("#statement")).isEqualTo(second);
    browser.reloadAt(server.view("partiql", "s", first));
    assertThat(browser.value("#statement")).isEqualTo(first + " WHERE");
  }

  @Test
  void a_draft_that_is_too_long_is_not_kept() {
    browser.reloadAt(server.view("saved"));
    browser.awaitElement("main h1");
    Object kept =
        browser.run(
            """
            return import('/console/draft.js').then(({MAX_DRAFT_CHARACTERS, draftOf, keepDraft}) => {
              const results = [];
              for (const length of [MAX_DRAFT_CHARACTERS - 2, MAX_DRAFT_CHARACTERS - 1]) {
                keepDraft('long', 'x'.repeat(length));
                results.push(draftOf('long')?.length ?? 0);
              }
              return results;
            });
            """);
    assertThat(kept).isEqualTo(List.of(499_998L, 0L));
  }
}
