package dev.gramme.conformance.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.apps.browser.Browser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Pictures of each view on a phone, a tablet and a wide window, in {@code target/console-pictures},
 * for a person to look at. The test itself finds what is outside of the window, what overlaps, and
 * what does not fit into its button.
 */
@Tag("long")
class ConsolePicturesTest {
  private static final Path PICTURES = Path.of("target", "console-pictures");
  private static final int HEIGHT = 900;
  private static final int MAX_HEIGHT = 2500;

  /** The faults of the page: pairs of controls that overlap, and texts that are cut. */
  private static final String FAULTS =
      """
      const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
      const seen = [...root.querySelectorAll('a, button, input, select, textarea, summary, h1, h2, label')]
        .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('[role=grid], .skip'))
        .map(each => ({each, box: each.getBoundingClientRect()})).filter(({box}) => box.width > 0 && box.height > 0);
      const name = each => each.tagName.toLowerCase() + ' "' + (each.innerText || each.name || each.ariaLabel || each.value) + '"';
      const faults = [];
      seen.forEach(({each, box}, at) => {
        if (box.right > document.documentElement.clientWidth + 1 && !each.closest('.scroll, pre')) faults.push(name(each) + ' is outside');
        if (/^(BUTTON|A)$/.test(each.tagName) && each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).display !== 'inline') faults.push(name(each) + ' is cut');
        for (const other of seen.slice(at + 1)) {
          const [width, height] = [Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left),
            Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top)];
          if (width > 2 && height > 2 && !each.contains(other.each) && !other.each.contains(each)) faults.push(name(each) + ' overlaps ' + name(other.each));
        }
      });
      return faults;
      """;

  @ParameterizedTest
  @ValueSource(ints = {390, 820, 1400})
  void every_view_fits_into_the_window(int width) throws Exception {
    Files.createDirectories(PICTURES);
    try (var server = new ConsoleServer("--throttling=service");
        var browser = Browser.start()) {
      ConsoleViews.fill(server);
      int number = 0;
      for (var view : ConsoleViews.views(server).entrySet()) {
        browser.size(width, HEIGHT);
        ConsoleViews.open(browser, view.getKey(), view.getValue());
        double whole = browser.number("return document.documentElement.scrollHeight");
        browser.size(width, (int) Math.clamp(whole, HEIGHT, MAX_HEIGHT));
        browser.screenshot(PICTURES.resolve("%02d-%d.png".formatted(++number, width)));
        String what = "%02d %s".formatted(number, view);
        assertThat((List<?>) browser.run(FAULTS)).as(what).isEmpty();
        assertThat(browser.isWiderThanItsWindow()).as(what).isFalse();
      }
    }
  }
}
