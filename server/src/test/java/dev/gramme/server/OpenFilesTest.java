package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.server.http.HttpLimits;
import dev.gramme.server.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the limit of open files is divided. */
final class OpenFilesTest {
  private static Settings settings(String... flags) throws Exception {
    var all = new ArrayList<>(List.of(flags));
    all.add("--open-files=512");
    return Settings.read(all, Map.of());
  }

  @Test
  void every_region_on_disk_needs_files_of_its_own() throws Exception {
    var few = new OpenFiles(1500);
    assertThatCode(() -> few.require(settings("--in-memory"))).doesNotThrowAnyException();
    assertThatThrownBy(() -> few.require(settings("--regions", "us-east-1,eu-west-1,eu-west-2")))
        .isInstanceOf(StartException.class)
        .hasMessageStartingWith("this process may have 1500 files");
  }

  @Test
  void the_files_of_the_database_count_as_the_settings_say() throws Exception {
    var more = Settings.read(List.of("--open-files=2000"), Map.of());
    assertThatCode(() -> new OpenFiles(1500).require(settings())).doesNotThrowAnyException();
    assertThatThrownBy(() -> new OpenFiles(1500).require(more)).isInstanceOf(StartException.class);
  }

  @Test
  void the_number_of_regions_depends_on_the_limit_of_files() throws Exception {
    assertThat(new OpenFiles(100).regions(settings())).isEqualTo(1);
    assertThat(new OpenFiles(4096).regions(settings())).isBetween(4, 8);
    assertThat(new OpenFiles(1 << 20).regions(settings())).isEqualTo(RegionalDatabases.MAX_REGIONS);
    assertThat(new OpenFiles(100).regions(settings("--in-memory")))
        .isEqualTo(RegionalDatabases.MAX_REGIONS);
  }

  @Test
  void connections_of_clients_leave_the_store_the_files_that_it_needs() throws Exception {
    var many = new OpenFiles(Long.MAX_VALUE).limits(settings(), HttpLimits.DEFAULT);
    assertThat(many).isEqualTo(HttpLimits.DEFAULT);
    var some = new OpenFiles(4096).limits(settings(), HttpLimits.DEFAULT);
    assertThat(some.connections()).isBetween(2000, 4096 - 512);
    var few = new OpenFiles(100).limits(settings(), HttpLimits.DEFAULT);
    assertThat(few.connections()).isEqualTo(64);
    assertThat(few.connectionsPerAddress()).isEqualTo(64);
  }
}
