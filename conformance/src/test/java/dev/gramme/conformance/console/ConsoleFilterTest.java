package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Groups of filters, in a query and in its address. */
@Tag("slow")
class ConsoleFilterTest extends ConsoleInBrowser {
  private static final String SECOND_COLUMN = "[role=grid] tbody td:nth-child(3)";

  private void fill(String table) throws Exception {
    server.createTable(table, "N");
    for (int i = 1; i <= 6; i++) {
      server.put(
          table,
          "{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"%d\"},\"n\":{\"N\":\"%d\"},\"s\":{\"S\":\"%s\"}}"
              .formatted(i, i, i % 2 == 0 ? "even" : "odd"));
    }
  }

  private void filter(String place, String name, String type, String value) {
    browser.type("[name='filter%s.name']".formatted(place), name);
    browser.choose("[name='filter%s.type']".formatted(place), type);
    browser.type("[name='filter%s.value']".formatted(place), value);
  }

  @Test
  void groups_are_combined_nested_kept_in_the_address_and_written_as_a_statement()
      throws Exception {
    fill("groups");
    browser.open(server.view("table/groups"));
    browser.click(".row.end .add-filter");
    filter("0", "s", "S", "odd");
    browser.click(".row.end .add-group");
    filter("1.0", "n", "N", "1");
    filter("1.1", "n", "N", "2");
    browser.click("[aria-label='Add a group to group 2']");
    browser.choose("[name='group1.2']", "none");
    filter("1.2.0", "n", "N", "3");
    filter("1.2.1", "n", "N", "4");
    browser.click(".builder [type=submit]");
    // odd, and (1 or 2 or neither 3 nor 4)
    browser.awaitTexts(SECOND_COLUMN, List.of("1", "5")::equals);
    browser.size(390, 844);
    assertThat(browser.violations()).isEmpty();
    assertThat(browser.isWiderThanItsWindow()).isFalse();
    browser.colorScheme("dark");
    assertThat(browser.violations()).isEmpty();
    browser.colorScheme("light");
    browser.size(1280, 800);

    browser.click(".codeof summary");
    browser.click(".codeof [data-tab=partiql]");
    String statement = browser.text(".codeof pre");
    browser.run("location.reload()");
    browser.awaitTexts(SECOND_COLUMN, List.of("1", "5")::equals);
    assertThat(browser.value("[name='filter1.2.1.value']")).isEqualTo("4");
    browser.click("[aria-label='Remove group 2.3']");
    browser.click("[aria-label='Remove filter 1']");
    browser.click(".builder [type=submit]");
    browser.awaitTexts(SECOND_COLUMN, List.of("1", "2")::equals);

    browser.open(server.view("partiql", "s", statement));
    browser.awaitTexts(SECOND_COLUMN, List.of("1", "5")::equals);
  }

  @Test
  void a_group_has_each_way_of_combination_and_no_redundant_parentheses() throws Exception {
    fill("ways");
    browser.open(server.view("saved"));
    browser.awaitElement("main h1");
    Object found =
        browser.run(
            """
            return Promise.all([import('/console/query.js'), import('/console/tables.js')]).then(async ([{GROUPS, MAX_GROUP_DEPTH, readPage, requestOf, filtersOf, titleOf}, {describe}]) => {
              const table = await describe('ways');
              const n = (o, v) => ({n: 'n', o, t: 'N', v: String(v)});
              const params = (filters, any) => ({mode: 'query', pk: 'a', f: JSON.stringify(filters), any});
              const find = async filters => (await readPage(table, params(filters))).items.map(item => item.sk.N).join();
              const results = [];
              for (const [g] of GROUPS) results.push(g + ' ' + await find([{g, f: [n('>', 2), n('<', 5)]}]), g + ' one ' + await find([{g, f: [n('>', 2)]}]));
              results.push(await find([n('<', 6), {g: 'any', f: [{g: 'all', f: [n('>', 1), n('<', 4)]}, n('=', 5)]}]));
              const nested = depth => depth ? {g: 'none', f: [nested(depth - 1)]} : n('=', 2);
              results.push(await find([nested(1)]), await find([nested(2)]), await find([nested(MAX_GROUP_DEPTH)]), filtersOf(params([nested(MAX_GROUP_DEPTH + 1)])).length);
              results.push(requestOf(table, params([{g: 'any', f: [{n: '', o: '=', t: 'S', v: ''}]}])).input.FilterExpression ?? 'no filter');
              results.push(filtersOf(params([{g: 'some', f: [n('=', 1)]}, {f: 1}, null, n('=', 1)])).length);
              results.push(titleOf(table, params([n('=', 1), {g: 'any', f: [n('=', 2), n('=', 3)]}])));
              return results;
            });
            """);
    assertThat(found)
        .isEqualTo(
            List.of(
                "all 3,4",
                "all one 3,4,5,6",
                "any 1,2,3,4,5,6",
                "any one 3,4,5,6",
                "none ",
                "none one 1,2",
                "not_all 1,2,5,6",
                "not_all one 1,2",
                "2,3,5",
                "1,3,4,5,6",
                "2",
                "2",
                0L,
                "no filter",
                1L,
                "Query ways · pk = a · 3 filters"));
  }
}
