package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.languagetool.JLanguageTool.Level;
import org.languagetool.JLanguageTool.Mode;
import org.languagetool.JLanguageTool.ParagraphHandling;
import org.languagetool.Language;
import org.languagetool.Languages;
import org.languagetool.MultiThreadedJLanguageTool;
import org.languagetool.UserConfig;
import org.languagetool.markup.AnnotatedTextBuilder;
import org.languagetool.rules.spelling.SpellingCheckRule;

/** LanguageTool finds nothing to improve in the documents. */
@Tag("slow")
final class ProseTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** Other modules are built at the same time, so their target folders must not be walked. */
  private static final Set<String> NOT_SOURCES = Set.of("target", "node_modules", ".git");

  private static final int MAX_WORDS_OF_A_SENTENCE = 35;

  /** A word with a capital after a small letter is the name of an operation or of a product. */
  private static final Pattern NAME =
      Pattern.compile("[\\p{L}\\p{N}_]*\\p{Ll}\\p{Lu}[\\p{L}\\p{N}_]*");

  /**
   * Whether sentences are divided into phrases, which takes half of the time of this test. {@code
   * ./gramme test} leaves that out, and with it the rules that need phrases.
   */
  private static final boolean PHRASES =
      Boolean.parseBoolean(System.getProperty("documents.phrases", "true"));

  private static final MultiThreadedJLanguageTool TOOL = tool();

  @AfterAll
  static void close() {
    TOOL.shutdown();
  }

  private static MultiThreadedJLanguageTool tool() {
    var longSentences =
        new UserConfig(Map.of(ChosenRules.LONG_SENTENCE, new Object[] {MAX_WORDS_OF_A_SENTENCE}));
    Language language = Languages.getLanguageForShortCode("en-GB");
    if (!PHRASES) {
      language.setChunker(words -> {});
    }
    return new MultiThreadedJLanguageTool(language, null, longSentences);
  }

  @BeforeAll
  static void chooseRules() throws IOException {
    ChosenRules.apply(TOOL, PHRASES);
    accept(Files.readAllLines(Path.of("src/test/resources/accepted-words.txt")));
    accept(MarkdownText.PLACEHOLDERS);
  }

  private static void accept(List<String> words) {
    for (var rule : TOOL.getAllActiveRules()) {
      if (rule instanceof SpellingCheckRule spelling) {
        spelling.addIgnoreTokens(words);
      }
    }
  }

  @Test
  void the_documents_of_all_folders_are_found() throws IOException {
    assertThat(documents())
        .hasSizeGreaterThan(100)
        .contains(
            Path.of("CODE_OF_CONDUCT.md"),
            Path.of("npm/gramme/README.md"),
            Path.of("dist/src/main/archive/README.md"));
  }

  @ParameterizedTest
  @MethodSource("documents")
  void a_document_is_correct_and_plain_english(Path document) throws IOException {
    assertThat(findingsIn(document.toString(), Files.readString(ROOT.resolve(document)))).isEmpty();
  }

  @Test
  void a_mistake_is_reported_with_its_line() throws IOException {
    assertThat(findingsIn("page.md", "# Title\n\nThis line is right. But\nthis is a `Engine`.\n"))
        .singleElement()
        .asString()
        .startsWith("page.md:4 EN_A_VS_AN")
        .contains("instead: [an]");
  }

  @Test
  void a_long_sentence_is_reported_although_it_has_names() throws IOException {
    String sentence = "one DynamoDB " + "and one more ".repeat(11) + "and one PutItem.";
    assertThat(findingsIn("page.md", "Here is " + sentence))
        .singleElement()
        .asString()
        .startsWith("page.md:1 " + ChosenRules.LONG_SENTENCE);
  }

  @Test
  void the_chosen_rules_exist() {
    assertThat(ChosenRules.unknownTo(TOOL)).isEmpty();
  }

  /** The Markdown files of the project. */
  private static List<Path> documents() throws IOException {
    var documents = new TreeSet<Path>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return NOT_SOURCES.contains(folder.getFileName().toString())
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".md")) {
              documents.add(ROOT.relativize(file));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return List.copyOf(documents);
  }

  private static List<String> findingsIn(String document, String markdown) throws IOException {
    MarkdownText prose = MarkdownText.of(markdown);
    String text = prose.text();
    // Otherwise LanguageTool looks for similar words for each name, a third of the time of this
    // test.
    accept(NAME.matcher(text).results().map(MatchResult::group).distinct().toList());
    var annotated = new AnnotatedTextBuilder().addText(text).build();
    // Without the level PICKY, the rules of style are not applied.
    return TOOL
        .check(annotated, true, ParagraphHandling.NORMAL, null, Mode.ALL, Level.PICKY)
        .stream()
        .map(finding ->
            "%s:%d %s: %s%n  in: %s%n  at: %s%n  instead: %s"
                .formatted(
                    document,
                    prose.lineAt(finding.getFromPos()),
                    finding.getRule().getId(),
                    finding.getMessage().replaceAll("</?suggestion>", "'"),
                    finding.getSentence().getText().strip(),
                    text.substring(finding.getFromPos(), finding.getToPos()),
                    finding.getSuggestedReplacements().stream().limit(3).toList()))
        .toList();
  }
}
