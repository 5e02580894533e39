package dev.gramme.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.DocumentPath.Element;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DocumentPathTest {
  private static final S VALUE = new S("value");
  private static final Item ITEM =
      Item.of("list", new L(List.of(VALUE, new M(Item.of("name", VALUE)))), "a.b", VALUE);

  private static DocumentPath path(String attribute, Element... steps) {
    var path = DocumentPath.of(attribute);
    for (Element step : steps) {
      path = path.then(step);
    }
    return path;
  }

  @Test
  void a_path_leads_to_a_value() {
    assertThat(path("a.b").in(ITEM)).isEqualTo(VALUE);
    assertThat(path("list", new Element.Index(0)).in(ITEM)).isEqualTo(VALUE);
    assertThat(path("list", new Element.Index(1), new Element.Name("name")).in(ITEM))
        .isEqualTo(VALUE);
  }

  @Test
  void a_path_that_fits_no_value_leads_to_nothing() {
    assertThat(path("a").in(ITEM)).isNull();
    assertThat(path("a", new Element.Index(0)).in(ITEM)).isNull();
    assertThat(path("list", new Element.Index(2)).in(ITEM)).isNull();
    assertThat(path("list", new Element.Name("name")).in(ITEM)).isNull();
    assertThat(path("list", new Element.Index(1), new Element.Name("other")).in(ITEM)).isNull();
    assertThat(path("a.b", new Element.Index(0)).in(ITEM)).isNull();
  }

  @Test
  void a_path_knows_its_attribute() {
    assertThat(path("a").isTopLevel()).isTrue();
    assertThat(path("a", new Element.Index(1)).isTopLevel()).isFalse();
    assertThat(path("a", new Element.Index(1)).attribute()).isEqualTo("a");
  }

  @Test
  void paths_are_shown_as_in_messages_of_the_service() {
    assertThat(path("a", new Element.Index(1), new Element.Name("b"))).hasToString("[a, [1], b]");
  }

  @Test
  void a_path_begins_with_a_name() {
    for (List<Element> elements :
        List.of(List.<Element>of(), List.<Element>of(new Element.Index(0)))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new DocumentPath(elements))
          .withMessage("a path must begin with an attribute name");
    }
  }
}
