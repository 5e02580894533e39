package dev.gramme.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class KsuidTest {
  private static final String EXAMPLE = "0ujtsYcgvSTl8PAuAdqWYSMnLOv";

  @Test
  void the_example_of_the_format_has_the_documented_parts() {
    Ksuid ksuid = Ksuid.parse(EXAMPLE);

    assertThat(ksuid.instant()).isEqualTo(Instant.ofEpochSecond(107_608_047 + 1_400_000_000L));
    assertThat(HexFormat.of().formatHex(ksuid.payload()))
        .isEqualTo("b5a1cd34b5f99d1154fb6853345c9735");
    assertThat(ksuid.hex()).isEqualTo("0669f7efb5a1cd34b5f99d1154fb6853345c9735");
    assertThat(ksuid).hasToString(EXAMPLE);
  }

  @Test
  void the_first_and_the_last_of_all_have_the_texts_of_the_format() {
    assertThat(Ksuid.of(new byte[20])).hasToString("000000000000000000000000000");
    assertThat(Ksuid.of(HexFormat.of().parseHex("ff".repeat(20))))
        .hasToString("aWgEPTl1tmebfsQzFP4bxwgy80V");
    assertThat(Ksuid.parse("aWgEPTl1tmebfsQzFP4bxwgy80V").hex()).isEqualTo("ff".repeat(20));
  }

  @Test
  void invalid_texts_are_refused() {
    assertThatThrownBy(() -> Ksuid.parse("aWgEPTl1tmebfsQzFP4bxwgy80W"))
        .hasMessageContaining("more than 20 bytes");
    assertThatThrownBy(() -> Ksuid.parse("0ujtsYcgvSTl8PAuAdqWYSMnLO-"))
        .hasMessageContaining("letters and digits");
    assertThatThrownBy(() -> Ksuid.parse("0ujtsYcgvSTl8PAuAdqWYSMnLO"))
        .hasMessageContaining("27 characters");
    assertThatThrownBy(() -> Ksuid.first(Instant.parse("2014-05-13T16:53:19Z")))
        .hasMessageContaining("cannot hold the time");
    assertThatThrownBy(() -> Ksuid.first(Instant.parse("2151-01-01T00:00:00Z")))
        .hasMessageContaining("cannot hold the time");
  }

  @Test
  void identifiers_their_bytes_and_their_texts_sort_alike() {
    SplittableRandom random = new SplittableRandom(7);
    List<Ksuid> ksuids = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[20];
      random.nextBytes(bytes);
      ksuids.add(Ksuid.of(bytes));
    }
    List<Ksuid> byText = new ArrayList<>(ksuids);
    byText.sort((a, b) -> a.toString().compareTo(b.toString()));
    ksuids.sort(null);

    assertThat(byText).isEqualTo(ksuids);
    for (Ksuid ksuid : ksuids) {
      assertThat(Ksuid.parse(ksuid.toString())).isEqualTo(ksuid);
    }
  }

  @Test
  void a_new_one_has_the_time_of_the_clock_and_lies_between_the_first_and_the_last_of_its_second() {
    Instant now = Instant.parse("2026-05-16T14:23:00.999Z");
    Ksuid ksuid = Ksuid.next(InstantSource.fixed(now), new SplittableRandom(1));

    assertThat(ksuid.instant()).isEqualTo(Instant.parse("2026-05-16T14:23:00Z"));
    assertThat(ksuid).isBetween(Ksuid.first(now), Ksuid.last(now));
    assertThat(Ksuid.next(InstantSource.fixed(now), new SplittableRandom(2))).isNotEqualTo(ksuid);
  }
}
