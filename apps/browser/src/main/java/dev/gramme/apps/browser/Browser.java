package dev.gramme.apps.browser;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/**
 * A headless Chromium with a fresh profile, for a test. It opens a page, clicks, types, reads, and
 * takes screenshots. CSS selectors identify elements. Clicking, typing, uploading and, except for
 * {@link #texts}, reading wait until a matching element is visible. After half a minute they throw
 * an AssertionError. Clicking and typing use the first visible element, reading and uploading the
 * first one.
 *
 * <p>Chromium and ChromeDriver must be installed: {@code /usr/lib/chromium/chromium-headless-shell}
 * and {@code /usr/bin/chromedriver} (Debian's packages chromium-headless-shell and chromium-driver,
 * which {@code ./gramme test} installs if it has the permission), or the programs in {@code
 * CHROME_BIN} and {@code CHROMEDRIVER}. Without the headless shell, {@code /usr/bin/chromium} or
 * {@code /usr/bin/google-chrome} is used, which need about 1.5 times as much processor time.
 */
public final class Browser implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);

  /**
   * Whether a user sees an element: a function in JavaScript with the rules of WebDriver, which
   * would need several requests for each element. An option counts as visible if its select element
   * is visible.
   */
  private static final String IS_SEEN =
      """
      const isSized = element => {
        const {width, height} = element.getBoundingClientRect();
        return width > 0 && height > 0 || getComputedStyle(element).overflow !== 'hidden' && [...element.childNodes]
          .some(node => node.nodeType === Node.TEXT_NODE ? node.data.trim() !== '' : node.nodeType === Node.ELEMENT_NODE && isSized(node));
      };
      const isSeen = (element, checkOpacity) => {
        const shown = element.tagName === 'OPTION' ? element.closest('select') ?? element : element;
        return shown.checkVisibility({visibilityProperty: true, opacityProperty: checkOpacity}) && isSized(shown);
      };
      """;

  private static final String FIND =
      IS_SEEN
          + "const found = [...document.querySelectorAll(arguments[0])].find(element => isSeen(element, true)) ?? null;";

  private static final String FIRST_VISIBLE = FIND + "return found;";

  /**
   * Scrolls to an element and returns a point of it that no other element covers, or null. For an
   * option element, which has no clickable point, it returns the element itself. Until {@link
   * #WAS_CLICKED}, events of the mouse reach only this element, since the page may move it before
   * the mouse is there.
   */
  private static final String AIM =
      FIND
          + """
          if (!found || found.tagName === 'OPTION') return found;
          const middle = () => {
            const {left, top, right, bottom} = found.getClientRects()[0] ?? found.getBoundingClientRect();
            return [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
          };
          const isHit = point => found.contains(document.elementFromPoint(...point));
          if (!isHit(middle())) found.scrollIntoView({block: 'center', inline: 'nearest', behavior: 'instant'});
          const point = middle();
          if (!isHit(point)) return null;
          const reached = new Set(), types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
          const listen = event => {
            if (!event.isTrusted) return;
            if (found.contains(event.target) || found.control === event.target) reached.add(event.type);
            else { event.stopImmediatePropagation(); event.preventDefault(); }
          };
          types.forEach(type => addEventListener(type, listen, true));
          window.endOfClick = () => {
            types.forEach(type => removeEventListener(type, listen, true));
            return reached.has('click') || reached.has('mousedown') && !found.isConnected;
          };
          return point;
          """;

  /** Whether the click reached its element, or opened another page. */
  private static final String WAS_CLICKED =
      "const end = window.endOfClick; delete window.endOfClick; return end?.() ?? true;";

  /** Gives an input field the focus and selects its content; returns whether there is one. */
  private static final String SELECT_CONTENT =
      FIND + "found?.focus(); found?.select(); return found !== null;";

  /** The visible texts, as WebDriver defines them: cells of a row are separated by a space. */
  private static final String TEXTS =
      IS_SEEN
          + """
          return [...document.querySelectorAll(arguments[0])].map(element => {
            if (!isSeen(element, false)) return '';
            const text = (element.tagName === 'OPTION' ? element.textContent : element.innerText ?? element.textContent).replaceAll('\\u00a0', ' ');
            return getComputedStyle(element).whiteSpace.startsWith('pre') ? text.trim()
              : text.split('\\n').map(line => line.replaceAll(/[\\t ]+/g, ' ').trim()).filter(line => line).join('\\n');
          });
          """;

  /** Gives the current page another address of its origin without loading it. */
  private static final String REPLACE_ADDRESS =
      """
      const isSameOrigin = location.protocol.startsWith('http') && new URL(arguments[0]).origin === location.origin;
      if (isSameOrigin) history.replaceState(null, '', arguments[0]);
      return isSameOrigin;
      """;

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
  }

  /**
   * Starts a browser with a window of 1280 by 800.
   *
   * @throws IllegalStateException if there is no Chromium or no ChromeDriver
   */
  public static Browser start() {
    // Prefer the binary to Debian's wrapper script, because ChromeDriver ends only the process that
    // it started.
    var chromium =
        program(
            "CHROME_BIN",
            "/usr/lib/chromium/chromium-headless-shell",
            "/usr/bin/chromium",
            "/usr/bin/google-chrome");
    var chromedriver = program("CHROMEDRIVER", "/usr/bin/chromedriver");
    var options = new ChromeOptions();
    options.setBinary(chromium.toFile());
    // No sandbox, since containers run as root; no connections to the vendor's servers.
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--force-prefers-reduced-motion",
        "--no-proxy-server");
    var logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.SEVERE);
    options.setCapability("goog:loggingPrefs", logs);
    var service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.toFile())
            .usingAnyFreePort()
            .build();
    var driver = new ChromeDriver(service, options);
    driver.manage().timeouts().scriptTimeout(TIMEOUT);
    driver.manage().window().setSize(new Dimension(1280, 800));
    return new Browser(driver);
  }

  private static Path program(String variable, String... places) {
    return Stream.concat(Optional.ofNullable(System.getenv(variable)).stream(), Stream.of(places))
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "%s is missing; install Debian's packages chromium-headless-shell and chromium-driver, or set %s"
                    .formatted(places[0], variable)));
  }

  /**
   * Sets the size of the page's visible area in CSS pixels. A window cannot be as narrow as a
   * phone.
   */
  public void size(int width, int height) {
    var _ =
        driver.executeCdpCommand(
            "Emulation.setDeviceMetricsOverride",
            Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /**
   * Sets the colour scheme that the user prefers.
   *
   * @param scheme {@code light} or {@code dark}
   */
  public void colorScheme(String scheme) {
    var _ =
        driver.executeCdpCommand(
            "Emulation.setEmulatedMedia",
            Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** Saves files that pages download in this folder, under the names that the pages give. */
  public void downloadTo(Path folder) {
    var _ =
        driver.executeCdpCommand(
            "Browser.setDownloadBehavior",
            Map.of("behavior", "allow", "downloadPath", folder.toAbsolutePath().toString()));
  }

  /** Opens a page and waits until it and its scripts are loaded. */
  public void open(URI page) {
    driver.get(page.toString());
  }

  /**
   * Loads a page as a new document, also if only the fragment of its address differs from the
   * current page. A page of the same origin is loaded in the same process, which needs half of the
   * processor time.
   */
  public void reloadAt(URI page) {
    if (Boolean.TRUE.equals(run(REPLACE_ADDRESS, page.toString()))) {
      driver.navigate().refresh();
    } else {
      open(page);
    }
  }

  /** Closes the tab with its session storage, and opens another one. */
  public void replaceTab() {
    String before = driver.getWindowHandle();
    driver.switchTo().newWindow(WindowType.TAB);
    String tab = driver.getWindowHandle();
    driver.switchTo().window(before).close();
    driver.switchTo().window(tab);
  }

  /**
   * Clicks with the mouse on the middle of the first visible matching element, as soon as no other
   * element covers it there. An option is selected.
   */
  public void click(String selector) {
    await(
        selector + " to be clicked",
        () -> {
          return switch (run(AIM, selector)) {
            case WebElement option -> {
              option.click();
              yield true;
            }
            case List<?> point -> {
              mouse("mousePressed", point);
              mouse("mouseReleased", point);
              yield Boolean.TRUE.equals(run(WAS_CLICKED));
            }
            case null, default -> false;
          };
        });
  }

  /**
   * Replaces the content of the first visible matching input field at once, as pasting does. {@link
   * #press} presses keys, each of which costs a redraw of the page.
   */
  public void type(String selector, String text) {
    await(selector + " to be typed into", () -> Boolean.TRUE.equals(run(SELECT_CONTENT, selector)));
    var _ = driver.executeCdpCommand("Input.insertText", Map.of("text", text));
  }

  /** Chooses a file in a field for files. */
  public void upload(String selector, Path file) {
    awaitElement(selector);
    driver.findElement(By.cssSelector(selector)).sendKeys(file.toAbsolutePath().toString());
  }

  /** Presses keys of {@link Keys}, or types text, in the element that has the focus. */
  public void press(CharSequence... keys) {
    driver.switchTo().activeElement().sendKeys(keys);
  }

  /** Whether some of the page is to the right of the visible area. */
  public boolean isWiderThanItsWindow() {
    return Boolean.TRUE.equals(
        run("return document.documentElement.scrollWidth > document.documentElement.clientWidth"));
  }

  /** Selects an option of a select element by its value. */
  public void choose(String selector, String value) {
    click("%s option[value=\"%s\"]".formatted(selector, value.replace("\"", "\\\"")));
  }

  /** The content of the first matching input field. */
  public String value(String selector) {
    awaitElement(selector);
    return String.valueOf(run("return document.querySelector(arguments[0]).value", selector));
  }

  /** The text of the first matching element. */
  public String text(String selector) {
    awaitElement(selector);
    return texts(selector).getFirst();
  }

  /** The texts of all elements that match now, in the page's order. */
  @SuppressWarnings("unchecked") // the script returns a list of strings
  public List<String> texts(String selector) {
    var texts = driver.executeScript(TEXTS, selector);
    return texts == null ? List.of() : List.copyOf((List<String>) texts);
  }

  /** Waits for a visible matching element. */
  public void awaitElement(String selector) {
    await(selector, () -> visible(selector).isPresent());
  }

  /** Waits until the texts of matching elements fulfil a condition, and returns them. */
  public List<String> awaitTexts(String selector, Predicate<List<String>> wanted) {
    await(
        "texts of %s that fulfil the condition".formatted(selector),
        () -> wanted.test(texts(selector)));
    return texts(selector);
  }

  /** Runs JavaScript in the page and returns its result. */
  public @Nullable Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  /** Runs JavaScript in the page and returns the number that it results in. */
  public double number(String script, Object... arguments) {
    if (run(script, arguments) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException("the result is not a number: " + script);
  }

  /**
   * The accessibility violations that axe-core finds in the current page, one line each, with the
   * elements.
   */
  @SuppressWarnings("unchecked") // the script returns a list of strings
  public List<String> violations() {
    var _ = driver.executeScript(axe());
    var found =
        driver.executeAsyncScript(
            """
            const done = arguments[arguments.length - 1];
            axe.run().then(
              result => done(result.violations.map(one => `${one.id}: ${one.help}: `
                + one.nodes.map(node => `${node.target.join(' ')} (${node.any[0]?.message ?? ''})`).join(', '))),
              failure => done(['axe failed: ' + failure]));
            """);
    return found == null ? List.of() : List.copyOf((List<String>) found);
  }

  private static String axe() {
    try (var in = Browser.class.getResourceAsStream("/axe.min.js")) {
      if (in == null) {
        throw new IllegalStateException("axe.min.js is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Errors of scripts, and failed requests of the page, since the last call. */
  public List<String> errors() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(entry -> entry.getMessage())
        .toList();
  }

  /** Writes a screenshot of the window as PNG. The folder must exist. */
  public void screenshot(Path file) {
    try {
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Optional<WebElement> visible(String selector) {
    return Optional.ofNullable((WebElement) driver.executeScript(FIRST_VISIBLE, selector));
  }

  private void mouse(String event, List<?> point) {
    var _ =
        driver.executeCdpCommand(
            "Input.dispatchMouseEvent",
            Map.of(
                "type",
                event,
                "button",
                "left",
                "clickCount",
                1,
                "x",
                point.getFirst(),
                "y",
                point.getLast()));
  }

  private void await(String what, BooleanSupplier there) {
    try {
      new WebDriverWait(driver, TIMEOUT, POLL_INTERVAL)
          // A predicate may read the first of texts that are not in the page yet.
          .ignoring(StaleElementReferenceException.class, NoSuchElementException.class)
          .until(same -> there.getAsBoolean());
    } catch (TimeoutException e) {
      throw new AssertionError(
          "timed out waiting for %s; the page's errors: %s; its text: %s"
              .formatted(what, errors(), texts("body")),
          e);
    }
  }

  /** Ends the browser's processes. */
  @Override
  public void close() {
    driver.quit();
  }
}
