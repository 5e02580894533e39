package dev.gramme.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@link Options}. */
final class OptionsTest {
  @Test
  void all_servers_run_by_default() {
    var options = parse("--results");
    assertThat(options.only()).containsExactly(Contestant.values());
    assertThat(options.results()).isTrue();
    assertThat(options.draw()).isFalse();
    assertThat(options.command()).isEqualTo("./gramme bench --results");
  }

  @Test
  void requests_that_are_formatted_when_they_are_sent_have_no_valid_signatures() {
    assertThat(parse("--fresh").only()).isNotEmpty().noneMatch(Contestant::verifiesSignatures);
    assertThatThrownBy(() -> parse("--fresh", "--only", "gramme,extenddb"))
        .hasMessageContaining("valid signatures");
  }

  @Test
  void the_large_load_has_defaults_of_its_own() {
    var options = parse("--large");
    assertThat(options.mode()).isEqualTo(Options.Mode.LARGE);
    assertThat(options.items()).isEqualTo(100_000_000);
    assertThat(options.imported()).isEqualTo(10_000_000);
    assertThat(options.seconds()).isEqualTo(20);
    assertThat(options.data()).isNull();
    var small = parse("--large", "--items", "200000", "--imported", "7", "--data", "/kept");
    assertThat(small.items()).isEqualTo(200_000);
    assertThat(small.imported()).isEqualTo(7);
    assertThat(small.data()).isEqualTo(Path.of("/kept"));
    assertThat(small.command())
        .isEqualTo("./gramme bench --large --items 200000 --imported 7 --data FOLDER");
    assertThatThrownBy(() -> parse("--large", "--items", "100000"))
        .hasMessageContaining("multiple of 100 from 100100");
  }

  @Test
  void ycsb_has_an_hour_and_a_million_records() {
    var options = parse("--ycsb");
    assertThat(options.mode()).isEqualTo(Options.Mode.YCSB);
    assertThat(options.minutes()).isEqualTo(60);
    assertThat(options.items()).isEqualTo(1_000_000);
    assertThat(parse("--ycsb", "--minutes", "2").minutes()).isEqualTo(2);
  }

  @Test
  void a_cluster_has_nodes_of_cassandra_or_is_on_postgresql() {
    assertThat(parse("--cluster", "3").nodes()).isEqualTo(3);
    assertThat(parse("--cluster", "postgres").mode()).isEqualTo(Options.Mode.POSTGRES);
    assertThat(parse("--postgres").minutes()).isEqualTo(1);
    assertThat(parse("--postgres", "--minutes", "20").minutes()).isEqualTo(20);
  }

  @Test
  void a_database_in_process_has_ten_thousand_items() {
    assertThat(parse("--embedded").mode()).isEqualTo(Options.Mode.EMBEDDED);
    assertThat(parse("--embedded").items()).isEqualTo(10_000);
  }

  @Test
  void a_mode_is_chosen_by_its_flag() {
    assertThat(parse("--seconds", "1").mode()).isNull();
    for (var mode : Options.Mode.values()) {
      assertThat(parse("--" + mode.name().toLowerCase(Locale.ROOT)).mode()).isEqualTo(mode);
    }
  }

  @Test
  void mistakes_are_reported() {
    assertThatThrownBy(() -> parse("--seconds", "0")).hasMessageContaining("positive number");
    assertThatThrownBy(() -> parse("--items", "24")).hasMessageContaining("at least 25");
    assertThatThrownBy(() -> parse("--only", "nobody")).hasMessageContaining("unknown contestant");
    assertThatThrownBy(() -> parse("--nothing", "1")).hasMessageContaining("unknown option");
  }

  private static Options parse(String... options) {
    return Options.parse(
        Stream.concat(Stream.of("/root", "/java"), List.of(options).stream())
            .toArray(String[]::new));
  }
}
