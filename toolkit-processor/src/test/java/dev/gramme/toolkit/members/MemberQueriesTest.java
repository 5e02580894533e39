package dev.gramme.toolkit.members;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.embedded.Gramme;
import dev.gramme.toolkit.Range;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class MemberQueriesTest {
  private static final Member ANA = new Member("Ana@Example.com", "Chess", "Ana");
  private static final Member BEN = new Member("ben@example.com", "Chess", "ben");

  private final Gramme gramme = Gramme.inMemory();
  private final MemberQueriesTable members = MemberQueriesTable.of(gramme.client());

  @BeforeEach
  void create() {
    members.table().createIfAbsent();
    members.save(ANA);
    members.save(BEN);
  }

  @AfterEach
  void close() {
    gramme.close();
  }

  @Test
  void a_lookup_ignores_case_where_the_template_does_and_returns_the_value_as_written() {
    assertThat(members.member("ANA@example.COM", "Chess")).contains(ANA);
    assertThat(members.member("ana@example.com", "chess")).isEmpty();
    assertThat(members.clubs("ana@EXAMPLE.com")).containsExactly(ANA);
  }

  @Test
  void the_same_key_in_another_case_is_read_and_counted_once() {
    List<String> emails = List.of("ANA@example.com", "ana@example.com", "BEN@example.com");
    assertThat(members.clubsOfAll(emails)).containsExactlyInAnyOrder(ANA, BEN);
    assertThat(members.count(emails)).isEqualTo(2);
    assertThat(
            members.members(
                List.of(
                    new MemberQueries.Key("ANA@example.com", "Chess"),
                    new MemberQueries.Key("ana@example.com", "Chess"))))
        .containsExactly(ANA);
  }

  @Test
  void prefixes_and_ranges_ignore_case_too() {
    assertThat(members.named("Chess", "b")).containsExactly(BEN);
    assertThat(members.between("Chess", Range.closed("ana", "BEN"))).containsExactly(ANA, BEN);
  }

  @Test
  void updates_and_deletions_find_the_item_in_any_case() {
    assertThat(members.rename("BEN@EXAMPLE.COM", "Chess", "Benjamin").email())
        .isEqualTo("ben@example.com");
    assertThat(members.named("Chess", "BENJ")).hasSize(1);
    assertThat(members.remove("ANA@EXAMPLE.COM", "Chess")).contains(ANA);
    assertThat(members.member("Ana@Example.com", "Chess")).isEmpty();
  }
}
