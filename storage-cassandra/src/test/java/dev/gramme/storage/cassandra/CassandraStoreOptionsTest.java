package dev.gramme.storage.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.storage.cassandra.options.CassandraSecurity;
import dev.gramme.storage.cassandra.options.CassandraSecurity.Login;
import dev.gramme.storage.cassandra.options.CassandraStoreOptions;
import dev.gramme.storage.cassandra.options.Placement;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class CassandraStoreOptionsTest {
  private static final CassandraSecurity SECURITY =
      new CassandraSecurity(Optional.empty(), Optional.of(() -> new Login("user", "password")));

  private static CassandraStoreOptions.Builder builder() {
    return CassandraStoreOptions.builder(
            List.of(), Placement.prefix(1), InstantSource.system(), UUID::randomUUID)
        .datacenter("elsewhere")
        .keyspace("other")
        .replicas(1)
        .skew(Duration.ofMillis(2))
        .snapshotLifetime(Duration.ofMinutes(3))
        .transactions(4)
        .patience(Duration.ofSeconds(5))
        .security(SECURITY);
  }

  @Test
  void a_builder_sets_each_option_by_its_name() {
    var options = builder().build();
    assertThat(options.datacenter()).isEqualTo("elsewhere");
    assertThat(options.keyspace()).isEqualTo("other");
    assertThat(options.replicas()).isEqualTo(1);
    assertThat(options.skew()).isEqualTo(Duration.ofMillis(2));
    assertThat(options.snapshotLifetime()).isEqualTo(Duration.ofMinutes(3));
    assertThat(options.transactions()).isEqualTo(4);
    assertThat(options.patience()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.security()).isEqualTo(SECURITY);
  }

  @Test
  void a_builder_begins_with_the_options_that_it_is_made_from() {
    var options = builder().build();
    assertThat(options.toBuilder().build()).isEqualTo(options);
    var placement = Placement.prefix(7);
    var placed = options.toBuilder().placement(placement).build();
    assertThat(placed.placement()).isSameAs(placement);
    assertThat(placed.skew()).isEqualTo(options.skew());
  }

  @Test
  void a_wrong_name_of_a_keyspace_is_refused() {
    assertThatThrownBy(() -> builder().keyspace("Other").build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("a-z");
  }
}
