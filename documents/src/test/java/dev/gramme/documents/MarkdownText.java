package dev.gramme.documents;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.CustomNode;
import org.commonmark.node.HardLineBreak;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;

/**
 * The prose of a Markdown document: headings, paragraphs and cells of tables, each as a paragraph
 * of plain text. Code blocks and images are left out. A placeholder replaces code within a line.
 */
final class MarkdownText extends AbstractVisitor {
  /** No dictionary contains the placeholders, so that no rule about single words applies. */
  static final List<String> PLACEHOLDERS = List.of("Kode", "Ekode", "Kodes", "Ekodes");

  private static final Pattern BEGINS_WITH_A_VOWEL =
      Pattern.compile("[^A-Za-z]*([AEIOaeio]|U(?!ni)[np]).*", Pattern.DOTALL);

  /** Data about a document, such as the name of a template of issues, before its text. */
  private static final Pattern FRONT_MATTER =
      Pattern.compile("\\A---\\n.*?\\n---\\n", Pattern.DOTALL);

  private static final Parser PARSER =
      Parser.builder()
          .extensions(List.of(TablesExtension.create()))
          .includeSourceSpans(IncludeSourceSpans.BLOCKS_AND_INLINES)
          .build();

  private final StringBuilder text = new StringBuilder();

  /** The line of the document for each offset in the text where another line begins. */
  private final TreeMap<Integer, Integer> lines = new TreeMap<>(Map.of(0, 1));

  private MarkdownText() {}

  static MarkdownText of(String markdown) {
    var text = new MarkdownText();
    // The lines keep their numbers.
    String prose =
        FRONT_MATTER
            .matcher(markdown)
            .replaceFirst(data -> "\n".repeat((int) data.group().lines().count()));
    PARSER.parse(prose).accept(text);
    return text;
  }

  String text() {
    return text.toString();
  }

  /** The line of the document that contains the character at an offset of the text. */
  int lineAt(int offset) {
    return lines.floorEntry(offset).getValue();
  }

  @Override
  public void visit(Heading heading) {
    paragraph(heading);
  }

  @Override
  public void visit(Paragraph paragraph) {
    paragraph(paragraph);
  }

  @Override
  public void visit(CustomNode node) {
    if (node instanceof TableCell) {
      paragraph(node);
    } else {
      visitChildren(node);
    }
  }

  @Override
  public void visit(Text node) {
    append(node, node.getLiteral());
  }

  @Override
  public void visit(Code node) {
    boolean vowel = BEGINS_WITH_A_VOWEL.matcher(node.getLiteral()).matches();
    append(node, PLACEHOLDERS.get(vowel ? 1 : 0));
  }

  @Override
  public void visit(SoftLineBreak node) {
    text.append(' ');
  }

  @Override
  public void visit(HardLineBreak node) {
    text.append(' ');
  }

  /** In a cell, {@code <br>} ends a line, and with it a sentence. */
  @Override
  public void visit(HtmlInline node) {
    if (node.getLiteral().startsWith("<br")) {
      text.append("\n\n");
    }
  }

  @Override
  public void visit(Image image) {}

  private void paragraph(Node node) {
    markLine(node);
    visitChildren(node);
    text.append("\n\n");
  }

  private void append(Node node, String words) {
    markLine(node);
    text.append(words);
  }

  private void markLine(Node node) {
    if (!node.getSourceSpans().isEmpty()) {
      lines.put(text.length(), node.getSourceSpans().getFirst().getLineIndex() + 1);
    }
  }
}
