package dev.gramme.documents;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MarkdownTextTest {
  @Test
  void headings_paragraphs_and_cells_become_paragraphs() {
    String markdown =
        """
        # Title

        One
        line.

        | a | b |
        |---|---|
        | c | d |
        """;
    assertThat(MarkdownText.of(markdown).text())
        .isEqualTo("Title\n\nOne line.\n\na\n\nb\n\nc\n\nd\n\n");
  }

  @Test
  void a_line_break_in_a_cell_ends_a_paragraph() {
    String markdown =
        """
        | a<br>b |
        |---|
        | c |
        """;
    assertThat(MarkdownText.of(markdown).text()).isEqualTo("a\n\nb\n\nc\n\n");
  }

  @Test
  void code_is_left_out_or_replaced() {
    String markdown =
        """
        The `Store` is an `Engine`.

            indented code

        ```
        fenced code
        ```
        """;
    assertThat(MarkdownText.of(markdown).text()).isEqualTo("The Kode is an Ekode.\n\n");
  }

  @Test
  void a_link_becomes_its_text_and_an_image_nothing() {
    assertThat(MarkdownText.of("See [the *page*](page.md)! ![a picture](a.svg)").text())
        .isEqualTo("See the page! \n\n");
  }

  @Test
  void each_character_has_the_line_of_the_document() {
    MarkdownText text =
        MarkdownText.of("# Title\n\nfirst\nsecond\n\n- third\n\n| fourth |\n|---|\n");
    assertThat(text.lineAt(text.text().indexOf("Title"))).isEqualTo(1);
    assertThat(text.lineAt(text.text().indexOf("first"))).isEqualTo(3);
    assertThat(text.lineAt(text.text().indexOf("second") + 5)).isEqualTo(4);
    assertThat(text.lineAt(text.text().indexOf("third"))).isEqualTo(6);
    assertThat(text.lineAt(text.text().indexOf("fourth"))).isEqualTo(8);
  }

  @Test
  void data_before_the_text_is_left_out_and_lines_keep_their_numbers() {
    var text = MarkdownText.of("---\nname: Bug\nlabels: bug\n---\n\nOne line.\n");
    assertThat(text.text()).isEqualTo("One line.\n\n");
    assertThat(text.lineAt(0)).isEqualTo(6);
  }
}
