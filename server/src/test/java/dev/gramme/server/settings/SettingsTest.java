package dev.gramme.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.engine.throttle.ThrottlingMode;
import dev.gramme.engine.write.TransactionConflicts;
import dev.gramme.model.Wording;
import dev.gramme.server.web.AllowedOrigins;
import dev.gramme.storage.rocksdb.Compression;
import dev.gramme.storage.rocksdb.Durability;
import dev.gramme.transfer.s3.S3Endpoint;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsTest {
  @TempDir Path folder;

  private static Settings read(String... args) throws SettingsException {
    return Settings.read(List.of(args), Map.of());
  }

  @Test
  void like_aws_applies_to_settings_that_are_not_set_themselves() throws Exception {
    var like = Settings.read(List.of("--like-aws", "--state-delays", "200ms"), Map.of());

    assertThat(like.transactionConflicts()).isEqualTo(TransactionConflicts.REPORT);
    assertThat(like.throttling()).isEqualTo(ThrottlingMode.SERVICE);
    assertThat(like.recoveryLag()).isEqualTo(Duration.ofMinutes(5));
    assertThat(like.controlPlane().limits()).isEqualTo(ControlPlaneLimits.SERVICE);
    assertThat(like.controlPlane().delays()).isEqualTo(StateDelays.of(Duration.ofMillis(200)));
    assertThat(Settings.read(List.of("--like-aws"), Map.of()).controlPlane().delays())
        .isEqualTo(StateDelays.SERVICE);
    assertThat(Settings.read(List.of(), Map.of()).throttling()).isEqualTo(ThrottlingMode.NONE);
    assertThatThrownBy(() -> Settings.read(List.of("--like-aws=maybe"), Map.of()))
        .hasMessageContaining("like-aws");
  }

  @Test
  void the_console_is_on_by_default_only_on_loopback() throws Exception {
    assertThat(read().console()).isTrue();
    assertThat(read("--console=off").console()).isFalse();
    assertThat(read("--bind=0.0.0.0", "--insecure").console()).isFalse();
    assertThat(read("--bind=0.0.0.0", "--insecure", "--console=on").console()).isTrue();
    assertThatThrownBy(() -> read("--console=yes")).hasMessageContaining("auto, on, off");
  }

  @Test
  void without_any_setting_the_defaults_apply() throws Exception {
    var settings = read();
    assertThat(settings.port()).isEqualTo(8000);
    assertThat(settings.bind()).isEqualTo("127.0.0.1");
    assertThat(settings.data()).isEqualTo(Path.of("./data"));
    assertThat(settings.inMemory()).isFalse();
    assertThat(settings.durability()).isEqualTo(Durability.SYNC);
    assertThat(settings.account()).isEqualTo("000000000000");
    assertThat(settings.wording()).isEqualTo(Wording.CURRENT);
    assertThat(settings.transactionConflicts()).isEqualTo(TransactionConflicts.WAIT);
    assertThat(settings.controlPlane()).isEqualTo(ControlPlaneProfile.IMMEDIATE);
    assertThat(settings.logLevel()).isEqualTo("info");
  }

  @Test
  void the_memory_for_vector_graphs_is_a_quarter_of_the_heap_or_as_set() throws Exception {
    assertThat(read().vectorMemoryBytes()).isEqualTo(Runtime.getRuntime().maxMemory() / 4);
    assertThat(read("--store=cassandra", "--contact-points=127.0.0.1:9042").vectorMemoryBytes())
        .isZero();
    assertThat(read("--vector-memory", "64").vectorMemoryBytes()).isEqualTo(64L << 20);
    assertThat(read("--vector-memory=0").vectorMemoryBytes()).isZero();
    assertThatThrownBy(() -> read("--vector-memory", "much"))
        .hasMessageContaining("--vector-memory is \"much\", but must be a number");
  }

  @Test
  void web_pages_and_foreign_host_names_are_refused_unless_they_are_named() throws Exception {
    assertThat(read().origins()).isEqualTo(AllowedOrigins.NONE);
    assertThat(read("--cors", "*").origins()).isEqualTo(AllowedOrigins.ANY);
    assertThat(read("--cors", "http://a.test:3000, https://B.test").origins().named())
        .containsExactlyInAnyOrder("http://a.test:3000", "https://b.test");
    assertThatThrownBy(() -> read("--cors", "http://a.test/"))
        .hasMessageContaining("--cors is \"http://a.test/\", but must be none, *, or origins");
    assertThat(read().hosts().any()).isFalse();
    assertThat(read("--allowed-hosts", "gramme.test").hosts().named())
        .containsExactly("gramme.test");
    assertThatThrownBy(() -> read("--allowed-hosts", "gramme.test:8000"))
        .hasMessageContaining("host names without ports");
  }

  @Test
  void the_port_for_operators_follows_the_port_unless_it_is_set() throws Exception {
    assertThat(read().admin().bind()).isEqualTo("127.0.0.1");
    assertThat(read().admin().port()).isEqualTo(18_000);
    assertThat(read("--port", "8001").admin().port()).isEqualTo(18_001);
    assertThat(read("--port", "60000").admin().port()).isEqualTo(50_000);
    assertThat(read("--port", "0").admin().port()).isZero();
    assertThat(read("--admin-port", "9").admin().port()).isEqualTo(9);
    assertThat(read().admin().token()).hasValue(Path.of("./data/security/admin-token"));
    assertThat(read("--in-memory").admin().token()).isEmpty();
    assertThat(read("--in-memory", "--admin-token=t").admin().token()).hasValue(Path.of("t"));
    assertThatThrownBy(() -> read("--admin-port", "x"))
        .hasMessageContaining("--admin-port is \"x\", but must be a number");
  }

  @Test
  void other_machines_can_connect_only_with_protection_or_with_insecure() throws Exception {
    var tls = new String[] {"--tls-certificate=c", "--tls-key=k"};
    assertThatThrownBy(() -> read("--bind", "0.0.0.0"))
        .hasMessageStartingWith("--bind 0.0.0.0 lets other machines connect, which needs TLS")
        .hasMessageContaining("--identities")
        .hasMessageContaining("--insecure")
        .message()
        .hasLineCount(1);
    assertThatThrownBy(() -> read("--bind=0.0.0.0", tls[0], tls[1]))
        .hasMessageContaining("--identities")
        .message()
        .doesNotContain("needs TLS");
    assertThatThrownBy(() -> read("--bind=::", "--identities=i"))
        .hasMessageContaining("needs TLS")
        .message()
        .doesNotContain("restrict access");
    assertThat(read("--bind=0.0.0.0", "--insecure").tls().isEnabled()).isFalse();
    assertThat(read("--bind=0.0.0.0", "--identities=i", tls[0], tls[1]).tls().isEnabled()).isTrue();
    assertThat(read("--bind=0.0.0.0", "--identities=i", "--tls=self-signed").tls().scheme())
        .isEqualTo("https");
    assertThat(read("--bind", "::1").tls().isEnabled()).isFalse();
    assertThat(read("--bind", "localhost").tls().isEnabled()).isFalse();

    assertThatThrownBy(() -> read("--admin-bind", "0.0.0.0"))
        .hasMessageStartingWith(
            "--admin-bind 0.0.0.0 lets other machines connect, which needs TLS");
    assertThat(read("--admin-bind=0.0.0.0", tls[0], tls[1]).admin().isExposed()).isTrue();
    var peers = "--peers=eu-west-1=https://10.0.0.2:18000";
    assertThatThrownBy(() -> read("--admin-bind=0.0.0.0", peers, tls[0], tls[1]))
        .hasMessageContaining("--replication-secret");
    assertThat(read("--admin-bind=0.0.0.0", peers, tls[0], tls[1], "--replication-secret=s"))
        .isNotNull();
  }

  @Test
  void tls_needs_both_files_or_none() {
    assertThatThrownBy(() -> read("--tls-key=k"))
        .hasMessage("tls-certificate and tls-key must both be set, or neither");
    assertThatThrownBy(() -> read("--tls=self-signed", "--tls-certificate=c", "--tls-key=k"))
        .hasMessageContaining("self-signed");
    assertThatThrownBy(() -> read("--admin-client-ca=ca"))
        .hasMessageContaining("admin-client-ca needs TLS");
  }

  @Test
  void brokers_have_names_or_addresses_of_both_versions() throws Exception {
    String brokers = "kafka-1:9092,127.0.0.1:9092,[::1]:9092";
    assertThat(read("--kafka=" + brokers).kafka().orElseThrow().servers()).isEqualTo(brokers);
    for (String wrong : List.of("kafka", "::1:9092", "[::1]", "a:1,", "[a b]:1")) {
      assertThatThrownBy(() -> read("--kafka=" + wrong))
          .hasMessageContaining("must be the address of a broker");
    }
  }

  @Test
  void an_authority_for_kafka_needs_kafka() throws Exception {
    assertThatThrownBy(() -> read("--kafka-ca=a"))
        .hasMessage("kafka-ca needs kafka: no broker is set");
    assertThat(read("--kafka-ca=a", "--kafka=h:1").tls().kafkaCa()).hasValue(Path.of("a"));
  }

  @Test
  void a_login_has_a_user_and_a_file_with_its_password() throws Exception {
    assertThatThrownBy(() -> read("--kafka=h:1", "--kafka-user=u"))
        .hasMessage("kafka-user and kafka-password must both be set, or neither");
    assertThatThrownBy(() -> read("--kafka-user=u", "--kafka-password=p"))
        .hasMessage("kafka-user needs kafka: no broker is set");
    assertThatThrownBy(() -> read("--cassandra-user=u", "--cassandra-password=p"))
        .hasMessage("cassandra-user needs --store=cassandra");
    var kafka =
        read("--kafka=h:1", "--kafka-user=u", "--kafka-password=p", "--kafka-sasl=plain").kafka();
    assertThat(kafka)
        .hasValue(new KafkaSettings("h:1", Optional.of(new Login("u", Path.of("p"))), "PLAIN"));
    var cassandra =
        read(
                "--store=cassandra",
                "--contact-points=h:1",
                "--cassandra-user=u",
                "--cassandra-password=p")
            .cassandra();
    assertThat(cassandra.orElseThrow().login()).hasValue(new Login("u", Path.of("p")));
  }

  @Test
  void limits_of_connections_are_numbers() throws Exception {
    assertThat(read().connectionsPerAddress()).isEqualTo(1000);
    assertThat(read("--connections=5").connections()).isEqualTo(5);
    assertThatThrownBy(() -> read("--connections-per-address=0"))
        .hasMessageContaining("a number from 1 to");
  }

  @Test
  void the_heap_is_a_number_or_automatic() throws Exception {
    assertThat(read("--heap=auto").port()).isEqualTo(8000);
    assertThatThrownBy(() -> read("--heap=much")).hasMessageContaining("a number from 32 to");
  }

  @Test
  void an_audit_log_needs_identities() throws Exception {
    assertThatThrownBy(() -> read("--audit-log=a"))
        .hasMessage("audit-log needs identities: without them, requests have no known sender");
    assertThat(read("--audit-log=a", "--identities=i").auditLog()).hasValue(Path.of("a"));
  }

  @Test
  void data_can_be_in_postgres() throws Exception {
    assertThat(read().postgres()).isEmpty();
    var postgres =
        read(
                "--store=postgres",
                "--postgres-url=postgres://10.0.0.1,10.0.0.2:5433/shop?sslmode=require",
                "--postgres-user=u",
                "--postgres-password=p")
            .postgres()
            .orElseThrow();
    assertThat(postgres.url())
        .isEqualTo("postgresql://10.0.0.1,10.0.0.2:5433/shop?sslmode=require");
    assertThat(postgres.database()).isEqualTo("postgresql://10.0.0.1,10.0.0.2:5433/shop");
    assertThat(postgres.login()).hasValue(new Login("u", Path.of("p")));
    assertThat(postgres.schema()).isEqualTo("gramme");
    assertThat(postgres.connections()).isEqualTo(16);
  }

  @ParameterizedTest
  @CsvSource({
    "--store=postgres, postgres-url",
    "--postgres-url=postgresql://a/b, needs --store=postgres",
    "--store=postgres --postgres-url=mysql://a/b, postgresql://127.0.0.1:5432/gramme",
    "--store=postgres --postgres-url=postgresql://a, postgresql://127.0.0.1:5432/gramme",
    "--store=postgres --postgres-url=postgresql://u:secret@a/b, must have no user and password",
    "--store=postgres --postgres-url=jdbc:postgresql://a/b?password=x, must have no user",
    "--store=postgres --postgres-url=postgresql://a/b --postgres-schema=A, lowercase letters",
    "--store=postgres --postgres-url=postgresql://a/b --postgres-schema=pg_x, not begin with pg_",
    "--store=postgres --postgres-url=postgresql://a/b --in-memory, cannot be combined with",
    "--store=postgres --postgres-url=postgresql://a/b --postgres-user=u, must both be set"
  })
  void a_database_in_postgres_that_cannot_be_used_is_refused(String flags, String error) {
    assertThatThrownBy(() -> read(flags.split(" ")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining(error);
  }

  @Test
  void servers_that_share_a_store_can_have_delays_of_states() throws Exception {
    var settings =
        read("--store=postgres", "--postgres-url=postgresql://a/b", "--state-delays=service");
    assertThat(settings.controlPlane().delays()).isEqualTo(StateDelays.SERVICE);
  }

  @ParameterizedTest
  @CsvSource({
    "--store=postgres --postgres-url=postgresql://a/b",
    "--store=cassandra --contact-points=127.0.0.1:9042"
  })
  void servers_that_share_a_store_can_limit_the_throughput(String store) throws Exception {
    assertThat(read((store + " --throttling=service").split(" ")).throttling())
        .isEqualTo(ThrottlingMode.SERVICE);
  }

  @Test
  void data_can_be_in_cassandra() throws Exception {
    assertThat(read().cassandra()).isEmpty();
    var settings =
        read(
                "--store=cassandra",
                "--contact-points=127.0.0.1:9042,127.0.0.2:9043",
                "--bucket-bits=12")
            .cassandra()
            .orElseThrow();
    assertThat(settings.contactPoints()).hasSize(2);
    assertThat(settings.contactPoints().getLast().getPort()).isEqualTo(9043);
    assertThat(settings.bucketBits()).isEqualTo(12);
    assertThat(settings.keyspace()).isEqualTo("gramme");
    assertThatThrownBy(() -> read("--store=cassandra")).hasMessageContaining("contact-points");
    assertThatThrownBy(() -> read("--contact-points=127.0.0.1:9042"))
        .hasMessageContaining("--store=cassandra");
  }

  @Test
  void settings_that_a_shared_store_does_not_support_are_refused() {
    assertThatThrownBy(
            () -> read("--store=cassandra", "--contact-points=127.0.0.1:9042", "--in-memory"))
        .hasMessageContaining("servers that share a store do not support it yet");
  }

  @Test
  void each_region_has_a_schema_in_postgresql() throws Exception {
    String[] flags = {"--store=postgres", "--postgres-url=postgresql://127.0.0.1/gramme"};
    var settings =
        read(flags[0], flags[1], "--regions=us-east-1,eu-west-1").postgres().orElseThrow();
    assertThat(settings.schemaOf("us-east-1", "us-east-1")).isEqualTo("gramme");
    assertThat(settings.schemaOf("eu-west-1", "us-east-1")).isEqualTo("gramme_eu_west_1");
    String longest = "a".repeat(63 - "gramme_".length());
    assertThat(read(flags[0], flags[1], "--regions=" + longest).postgres()).isPresent();
    assertThatThrownBy(() -> read(flags[0], flags[1], "--regions=" + longest + "a"))
        .hasMessageContaining("has a name of more than 63 characters");
  }

  @Test
  void each_region_has_a_keyspace_in_cassandra() throws Exception {
    String[] flags = {"--store=cassandra", "--contact-points=127.0.0.1:9042"};
    var settings =
        read(flags[0], flags[1], "--regions=us-east-1,eu-west-1").cassandra().orElseThrow();
    assertThat(settings.keyspaceOf("us-east-1", "us-east-1")).isEqualTo("gramme");
    assertThat(settings.keyspaceOf("eu-west-1", "us-east-1")).isEqualTo("gramme_eu_west_1");
    String longest = "a".repeat(48 - "gramme_".length());
    assertThat(read(flags[0], flags[1], "--regions=" + longest).cassandra()).isPresent();
    assertThatThrownBy(() -> read(flags[0], flags[1], "--regions=" + longest + "a"))
        .hasMessageContaining("has a name of more than 48 characters");
  }

  @Test
  void a_shared_store_can_be_as_strict_as_the_service() throws Exception {
    var settings =
        read("--store=postgres", "--postgres-url=postgresql://127.0.0.1/gramme", "--like-aws");
    assertThat(settings.controlPlane().limits()).isEqualTo(ControlPlaneLimits.SERVICE);
    assertThat(settings.postgres()).isPresent();
  }

  @Test
  void changes_of_tables_can_be_delayed() throws Exception {
    assertThat(read("--state-delays=service", "--control-plane-limits=service").controlPlane())
        .isEqualTo(ControlPlaneProfile.SERVICE);
    assertThat(read("--state-delays", "200ms").controlPlane().delays())
        .isEqualTo(StateDelays.of(Duration.ofMillis(200)));
    assertThat(read("--state-delays", "2m").controlPlane().delays())
        .isEqualTo(StateDelays.of(Duration.ofMinutes(2)));
    assertThatThrownBy(() -> read("--state-delays", "soon"))
        .hasMessageContaining(
            "--state-delays is \"soon\", but must be none, service, or a duration");
  }

  @Test
  void flags_take_their_value_after_a_blank_or_an_equals_sign() throws Exception {
    assertThat(read("--port", "1").port()).isEqualTo(1);
    assertThat(read("--port=2").port()).isEqualTo(2);
    assertThat(read("--in-memory").inMemory()).isTrue();
    assertThat(read("--in-memory=false").inMemory()).isFalse();
    assertThat(read("--transaction-conflicts=report").transactionConflicts())
        .isEqualTo(TransactionConflicts.REPORT);
  }

  @Test
  void flags_override_the_environment_which_overrides_the_file() throws Exception {
    var file = Files.writeString(folder.resolve("conf"), "# ports\nport = 3\nlog-level=warn\n");
    var fromFile = Settings.read(List.of("--config", file.toString()), Map.of());
    assertThat(fromFile.port()).isEqualTo(3);
    assertThat(fromFile.logLevel()).isEqualTo("warn");
    var environment = Map.of("GRAMME_PORT", "2", "GRAMME_CONFIG", file.toString());
    assertThat(Settings.read(List.of(), environment).port()).isEqualTo(2);
    assertThat(Settings.read(List.of("--port", "1"), environment).port()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --nonsense       | unknown option --nonsense; ./gramme help lists them all
          --port           | --port needs a value: NUMBER
          --port=x         | --port is "x", but must be a number from 0 to 65535
          --port=65536     | --port is "65536", but must be a number from 0 to 65535
          --durability=no  | --durability is "no", but must be one of sync, relaxed
          --account=12     | --account is "12", but must be twelve digits
          --in-memory=oui  | --in-memory is "oui", but must be one of true, false
          --data=          | --data is "", but must be the name of a folder
          --s3-endpoint=no | --s3-endpoint is "no", but must be a URL, such as https://s3.eu-west-1.amazonaws.com
          stray            | unexpected "stray"; ./gramme help lists the options
          --config=absent  | the settings file does not exist: absent
          """)
  void an_invalid_argument_is_reported_in_one_line(String arg, String line) {
    assertThatThrownBy(() -> read(arg)).isInstanceOf(SettingsException.class).hasMessage(line);
  }

  @Test
  void the_s3_endpoint_has_the_keys_that_are_set() throws Exception {
    String uri = "http://127.0.0.1:9000";
    assertThat(read("--s3-region", "eu-west-1").s3()).isEmpty();
    assertThat(read("--s3-endpoint", uri).s3().orElseThrow())
        .isEqualTo(S3Endpoint.of(URI.create(uri), "us-east-1"));
    assertThat(
            read(
                    "--s3-endpoint=" + uri,
                    "--s3-region=eu-west-1",
                    "--s3-access-key=me",
                    "--s3-secret-key=hidden",
                    "--s3-addressing=host")
                .s3()
                .orElseThrow())
        .isEqualTo(
            S3Endpoint.of(URI.create(uri), "eu-west-1")
                .withCredentials("me", "hidden")
                .withPathStyle(false))
        .asString()
        .contains("me")
        .doesNotContain("hidden");
    assertThatThrownBy(() -> read("--s3-endpoint=" + uri, "--s3-access-key=me"))
        .hasMessage("s3-access-key and s3-secret-key must both be set, or neither");
  }

  @Test
  void a_bad_value_in_the_environment_is_reported_with_its_variable() {
    assertThatThrownBy(() -> Settings.read(List.of(), Map.of("GRAMME_PORT", "x")))
        .hasMessage("GRAMME_PORT is \"x\", but must be a number from 0 to 65535");
  }

  @Test
  void a_bad_value_in_the_file_is_reported_with_the_file() throws Exception {
    var file = Files.writeString(folder.resolve("conf"), "port=x\n");
    assertThatThrownBy(() -> read("--config", file.toString()))
        .hasMessage("port in " + file + " is \"x\", but must be a number from 0 to 65535");
  }

  @Test
  void an_unknown_setting_in_the_file_is_an_error() throws Exception {
    var file = Files.writeString(folder.resolve("conf"), "port=1\nprot=2\n");
    assertThatThrownBy(() -> read("--config", file.toString()))
        .hasMessage(file + ", line 2: \"prot=2\" is not a known setting");
  }

  @Test
  void the_database_on_disk_has_defaults_from_the_machine_and_settings() throws Exception {
    var auto = Settings.read(List.of(), Map.of()).disk();
    assertThat(auto.writeBufferBytes()).isBetween(32L << 20, 64L << 20);
    assertThat(auto.backgroundJobs()).isBetween(2, 8);
    assertThat(auto.compression()).isEqualTo(Compression.LZ4);
    var given =
        Settings.read(
                List.of(
                    "--cache=100",
                    "--write-buffer=16",
                    "--open-files=100",
                    "--background-jobs=4",
                    "--read-threads=3",
                    "--compression=none"),
                Map.of())
            .disk();
    assertThat(given)
        .isEqualTo(new DiskSettings(100L << 20, 16L << 20, 100, 4, 3, Compression.NONE));
    assertThatThrownBy(() -> Settings.read(List.of("--compression=gzip"), Map.of()))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("compression");
    assertThatThrownBy(() -> Settings.read(List.of("--read-threads=0"), Map.of()))
        .isInstanceOf(SettingsException.class);
  }

  @Test
  void the_help_lists_every_setting_with_its_default() throws Exception {
    var lines =
        Stream.of(Setting.values())
            .map(setting ->
                "  %-42s %s%s"
                    .formatted(
                        "--"
                            + setting.key()
                            + (setting.isSwitch() ? "" : " " + setting.placeholder())
                            + " ",
                        setting.explanation(),
                        setting.isSwitch() ? "" : " [" + setting.defaultValue() + "]"));
    try (var text = Settings.class.getResourceAsStream("/dev/gramme/server/help/options.txt")) {
      assertThat(new String(text.readAllBytes(), StandardCharsets.UTF_8).lines())
          .filteredOn(line -> line.startsWith("  -"))
          .containsExactlyElementsOf(lines.toList());
    }
  }

  @ParameterizedTest
  @EnumSource
  void the_reference_lists_every_setting_with_its_default(Setting setting) throws Exception {
    var value = setting.isSwitch() ? "off" : "`" + setting.defaultValue() + "`";
    assertThat(Files.readString(Path.of("..", "docs", "settings.md")))
        .contains("| `--" + setting.key())
        .contains("` | " + value + " | " + setting.explanation() + " |");
  }
}
