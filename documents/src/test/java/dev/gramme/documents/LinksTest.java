package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;

/**
 * The links between the documents lead to files and headings that exist, and headings are nested.
 */
final class LinksTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> NOT_SOURCES = Set.of("target", "node_modules", ".git");

  /** A page of the release archive, so links in it would refer to the archive's folders. */
  private static final Path OF_THE_ARCHIVE = Path.of("dist/src/main/archive/README.md");

  private static final Parser PARSER =
      Parser.builder().extensions(List.of(TablesExtension.create())).build();

  private record Target(String destination) {
    boolean isInProject() {
      return !destination.matches("(?i)[a-z]+:.*");
    }

    String path() {
      String path = destination.replaceFirst("#.*", "");
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    String heading() {
      return destination.contains("#") ? destination.substring(destination.indexOf('#') + 1) : "";
    }
  }

  /** The links and the headings of a document. */
  private static final class Document extends AbstractVisitor {
    final List<Target> targets = new ArrayList<>();
    final Set<String> headings = new HashSet<>();

    /** The anchors of headings that are more than one level below the heading before. */
    final List<String> tooDeep = new ArrayList<>();

    private int level;

    static Document of(String markdown) {
      var document = new Document();
      PARSER.parse(markdown).accept(document);
      return document;
    }

    @Override
    public void visit(Link link) {
      targets.add(new Target(link.getDestination()));
      visitChildren(link);
    }

    @Override
    public void visit(Image image) {
      targets.add(new Target(image.getDestination()));
    }

    @Override
    public void visit(Heading heading) {
      String anchor = anchor(heading);
      String name = anchor;
      for (int i = 1; !headings.add(name); i++) {
        name = anchor + "-" + i;
      }
      if (heading.getLevel() > level + 1) {
        tooDeep.add(name);
      }
      level = heading.getLevel();
      visitChildren(heading);
    }

    /** The anchor that GitHub and the site's generator give to a heading. */
    private static String anchor(Heading heading) {
      var text = new StringBuilder();
      heading.accept(
          new AbstractVisitor() {
            @Override
            public void visit(Heading itself) {
              visitChildren(itself);
            }

            @Override
            public void visit(Text words) {
              text.append(words.getLiteral());
            }

            @Override
            public void visit(Code code) {
              text.append(code.getLiteral());
            }
          });
      return text.toString()
          .toLowerCase(Locale.ROOT)
          .replaceAll("[^\\p{L}\\p{N} _-]", "")
          .replace(' ', '-');
    }
  }

  @Test
  void every_link_leads_to_a_file_or_heading() throws IOException {
    var documents = documents();
    assertThat(documents).hasSizeGreaterThan(100);
    assertThat(broken(documents)).isEmpty();
  }

  @Test
  void a_missing_file_and_a_missing_heading_are_found() {
    var documents = new TreeMap<Path, Document>();
    documents.put(
        Path.of("README.md"),
        Document.of(
            """
            # A `b`, and c

            [right](README.md#a-b-and-c) [wrong](README.md#a-b-c) [none](no.md) [here](#a-b-and-c)
            [web](https://example.com/none)
            """));
    assertThat(broken(documents)).containsExactly("README.md: README.md#a-b-c", "README.md: no.md");
  }

  /**
   * The documentation site is not built from pages that skip a level. It does not have the forms in
   * {@code .github}, which begin with metadata.
   */
  @Test
  void no_heading_is_more_than_one_level_below_the_one_before() throws IOException {
    var tooDeep = new ArrayList<String>();
    documents()
        .forEach((file, document) -> {
          if (!file.startsWith(".github")) {
            document.tooDeep.forEach(heading -> tooDeep.add(file + "#" + heading));
          }
        });
    assertThat(tooDeep).isEmpty();
  }

  @Test
  void a_heading_that_skips_a_level_is_found() {
    assertThat(Document.of("# A\n\n## B\n\n#### C\n\n## D\n\n### E\n\n# F\n").tooDeep)
        .containsExactly("c");
  }

  private static List<String> broken(TreeMap<Path, Document> documents) {
    var broken = new ArrayList<String>();
    documents.forEach((file, document) -> {
      for (Target target : document.targets) {
        if (target.isInProject() && !exists(file, target, documents)) {
          broken.add(file + ": " + target.destination());
        }
      }
    });
    return broken;
  }

  private static boolean exists(Path file, Target target, TreeMap<Path, Document> documents) {
    Path to = target.path().isEmpty() ? file : file.resolveSibling(target.path()).normalize();
    Document document = documents.get(to);
    return document == null
        ? Files.exists(ROOT.resolve(to))
        : target.heading().isEmpty() || document.headings.contains(target.heading());
  }

  private static TreeMap<Path, Document> documents() throws IOException {
    var documents = new TreeMap<Path, Document>();
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
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path name = ROOT.relativize(file);
            if (name.toString().endsWith(".md") && !name.equals(OF_THE_ARCHIVE)) {
              documents.put(name, Document.of(Files.readString(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    return documents;
  }
}
