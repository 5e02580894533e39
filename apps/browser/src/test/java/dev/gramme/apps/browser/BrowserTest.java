package dev.gramme.apps.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class BrowserTest {
  @TempDir private Path folder;

  @Test
  void pages_are_clicked_typed_into_read_and_pictured() throws Exception {
    var page = folder.resolve("page.html");
    Files.writeString(
        page,
        """
        <!doctype html><title>t</title><input id="name"><select id="kind"><option value="a">A
        <option value="b">B</select><button>add</button><ul></ul><script>
        document.querySelector('button').onclick = () => setTimeout(() => {
          const li = document.createElement('li');
          li.textContent = document.querySelector('#name').value + ' ' + document.querySelector('#kind').value;
          document.querySelector('ul').append(li);
          if (li.textContent.startsWith('bad')) throw new Error('not that one');
        }, 50);</script>
        """);
    try (var browser = Browser.start()) {
      browser.open(page.toUri());
      browser.type("#name", "first");
      browser.choose("#kind", "b");
      browser.click("button");
      assertThat(browser.text("li")).isEqualTo("first b");
      assertThat(browser.errors()).isEmpty();

      browser.type("#name", "bad");
      browser.click("button");
      assertThat(browser.awaitTexts("li", texts -> texts.size() == 2))
          .containsExactly("first b", "bad b");
      assertThat(browser.errors()).singleElement().asString().contains("not that one");

      browser.screenshot(folder.resolve("page.png"));
      assertThat(folder.resolve("page.png")).isNotEmptyFile();
      assertThatThrownBy(() -> browser.run("throw new Error('from a test')"))
          .hasMessageContaining("from a test");
    }
  }

  @Test
  void a_click_waits_until_nothing_covers_its_element_and_reaches_no_other_one() throws Exception {
    var page = folder.resolve("moving.html");
    Files.writeString(
        page,
        """
        <!doctype html><title>t</title><style>
        body { display: flex; margin: 0 } button { width: 50px; height: 50px } #cover { position: fixed; inset: 0 }</style>
        <button id="wanted">0</button><button id="other">0</button><div id="cover"></div><script>
        for (const button of document.querySelectorAll('button')) {
          button.onclick = () => button.textContent = Number(button.textContent) + 1;
        }
        cover.onclick = () => other.textContent = 'the cover was clicked';
        setTimeout(() => cover.remove(), 200);
        setInterval(() => document.body.prepend(document.querySelector('button:last-of-type')), 50);</script>
        """);
    try (var browser = Browser.start()) {
      browser.open(page.toUri());
      for (int i = 0; i < 8; i++) {
        browser.click("#wanted");
      }
      assertThat(browser.texts("button")).containsExactlyInAnyOrder("8", "0");
      assertThat(browser.text("#wanted")).isEqualTo("8");
    }
  }

  @Test
  void a_page_is_opened_anew_with_nothing_in_its_memory() throws Exception {
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", "text/html");
          exchange.sendResponseHeaders(200, 0);
          exchange.close();
        });
    server.start();
    try (var browser = Browser.start()) {
      var page = URI.create("http://127.0.0.1:%d/".formatted(server.getAddress().getPort()));
      browser.reloadAt(page.resolve("#a"));
      browser.run("window.memory = 1; localStorage.setItem('kept', 'yes')");
      browser.reloadAt(page.resolve("#b"));
      assertThat(browser.run("return [location.hash, typeof memory, localStorage.getItem('kept')]"))
          .isEqualTo(List.of("#b", "undefined", "yes"));
      var other =
          Files.writeString(folder.resolve("other.html"), "<!doctype html><title>other</title>");
      browser.reloadAt(other.toUri());
      assertThat(browser.run("return document.title")).isEqualTo("other");
      browser.reloadAt(
          Files.writeString(folder.resolve("next.html"), "<title>next</title>").toUri());
      assertThat(browser.run("return document.title")).isEqualTo("next");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void no_process_is_left_after_the_end() throws Exception {
    List<ProcessHandle> processes;
    try (var browser = Browser.start()) {
      browser.open(URI.create("about:blank"));
      processes = ProcessHandle.current().descendants().toList();
    }
    assertThat(processes).isNotEmpty();
    for (var process : processes) {
      assertThat(process.onExit())
          .as("%s %s", process, process.info())
          .succeedsWithin(Duration.ofSeconds(20));
    }
  }

  @Test
  void violations_name_the_rule_and_the_element() throws Exception {
    var page = folder.resolve("bad.html");
    Files.writeString(
        page,
        """
        <!doctype html><html lang="en"><title>t</title><main><h1>t</h1><input id="name">
        <p style="color: #aaa">pale</p></main></html>
        """);
    try (var browser = Browser.start()) {
      browser.open(page.toUri());
      assertThat(browser.violations())
          .hasSize(2)
          .anyMatch(one -> one.startsWith("label: ") && one.contains("#name"))
          .anyMatch(one -> one.startsWith("color-contrast: ") && one.contains("p ("));
    }
  }
}
