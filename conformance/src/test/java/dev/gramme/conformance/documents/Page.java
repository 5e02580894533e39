package dev.gramme.conformance.documents;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * A page of the documentation.
 *
 * @param name its path in the project
 * @param blocks its fenced blocks in order
 * @param indented the lines where indented blocks begin
 */
record Page(String name, List<Block> blocks, List<Integer> indented) {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  /** The documentation, without decisions and without the generated pages of patterns. */
  static List<Page> all() {
    try (var documents = Files.walk(ROOT.resolve("docs"));
        var apps = Files.list(ROOT.resolve("apps"))) {
      var readmes = apps.map(app -> app.resolve("README.md")).filter(Files::exists);
      return Stream.of(Stream.of(ROOT.resolve("README.md")), documents, readmes)
          .flatMap(paths -> paths)
          .map(path -> ROOT.relativize(path).toString())
          .filter(
              name -> name.matches("(?!docs/(decisions|site|patterns)/|docs/patterns\\.md).*\\.md"))
          .sorted()
          .map(Page::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page read(String name) {
    try {
      return parse(name, Files.readString(ROOT.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Page parse(String name, String markdown) {
    var collector = new Collector(name);
    Parser.builder()
        .includeSourceSpans(IncludeSourceSpans.BLOCKS)
        .build()
        .parse(markdown)
        .accept(collector);
    return new Page(name, List.copyOf(collector.blocks), List.copyOf(collector.indented));
  }

  private static final class Collector extends AbstractVisitor {
    private final String page;
    private final List<Block> blocks = new ArrayList<>();
    private final List<Integer> indented = new ArrayList<>();
    private int section;

    private Collector(String page) {
      this.page = page;
    }

    @Override
    public void visit(Heading heading) {
      section++;
    }

    @Override
    public void visit(FencedCodeBlock block) {
      String info = block.getInfo().strip();
      int space = (info + " ").indexOf(' ');
      int fence = block.getSourceSpans().getFirst().getLineIndex() + 1;
      blocks.add(
          new Block(
              page,
              fence + 1,
              section,
              info.substring(0, space),
              info.substring(space).strip(),
              block.getLiteral()));
    }

    @Override
    public void visit(IndentedCodeBlock block) {
      indented.add(block.getSourceSpans().getFirst().getLineIndex() + 1);
    }
  }
}
