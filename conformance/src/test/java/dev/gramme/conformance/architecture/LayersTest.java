package dev.gramme.conformance.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Tag;

/**
 * Each layer uses only layers below it, and gets its external inputs (clocks, random sources) as
 * arguments.
 */
@AnalyzeClasses(
    packages = "dev.gramme",
    importOptions = {ImportOption.DoNotIncludeTests.class, LayersTest.OnlyTheDatabase.class})
@Tag("slow")
final class LayersTest {

  /**
   * Leaves out the toolkit and the apps, which are users of the database and belong to no layer,
   * the case files, and the jars with tests of other modules.
   */
  static final class OnlyTheDatabase implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar")
          && !location.contains("/dev/gramme/toolkit/")
          && !location.contains("/dev/gramme/apps/")
          && !location.contains("/dev/gramme/conformance/");
    }
  }

  @ArchTest
  static final ArchRule each_layer_knows_only_those_below_it =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("dev.gramme..")
          .layer("model")
          .definedBy("dev.gramme.model..")
          .layer("storage")
          .definedBy(
              "dev.gramme.storage", "dev.gramme.storage.memory..", "dev.gramme.storage.tree..")
          .layer("rocksdb")
          .definedBy("dev.gramme.storage.rocksdb..")
          .layer("postgres")
          .definedBy("dev.gramme.storage.postgres..")
          .layer("cassandra")
          .definedBy("dev.gramme.storage.cassandra..")
          .layer("cluster")
          .definedBy("dev.gramme.cluster..")
          .layer("expression")
          .definedBy("dev.gramme.expression..")
          .layer("engine")
          .definedBy("dev.gramme.engine..")
          .layer("partiql")
          .definedBy("dev.gramme.partiql..")
          .layer("wire")
          .definedBy("dev.gramme.wire..")
          .layer("auth")
          .definedBy("dev.gramme.auth..")
          .layer("transfer")
          .definedBy("dev.gramme.transfer..")
          .layer("move")
          .definedBy("dev.gramme.move..")
          .layer("api")
          .definedBy("dev.gramme.api..")
          .layer("functions")
          .definedBy("dev.gramme.functions..")
          .layer("destinations")
          .definedBy("dev.gramme.destinations..")
          .layer("server")
          .definedBy("dev.gramme.server..")
          .layer("embedded")
          .definedBy("dev.gramme.embedded..")
          .layer("testkit")
          .definedBy("dev.gramme.testkit..")
          .whereLayer("model")
          .mayNotAccessAnyLayer()
          .whereLayer("storage")
          .mayNotAccessAnyLayer()
          .whereLayer("rocksdb")
          .mayOnlyAccessLayers("storage")
          .whereLayer("postgres")
          .mayOnlyAccessLayers("storage")
          .whereLayer("cassandra")
          .mayOnlyAccessLayers("storage")
          .whereLayer("cluster")
          .mayNotAccessAnyLayer()
          .whereLayer("expression")
          .mayOnlyAccessLayers("model")
          .whereLayer("engine")
          .mayOnlyAccessLayers("model", "storage", "expression")
          .whereLayer("partiql")
          .mayOnlyAccessLayers("model", "expression", "engine")
          .whereLayer("wire")
          .mayOnlyAccessLayers("model")
          .whereLayer("auth")
          .mayOnlyAccessLayers("wire")
          .whereLayer("transfer")
          .mayOnlyAccessLayers("model", "expression", "storage", "engine", "wire")
          .whereLayer("move")
          .mayOnlyAccessLayers("model", "transfer")
          .whereLayer("api")
          .mayOnlyAccessLayers(
              "model", "expression", "engine", "partiql", "wire", "auth", "transfer")
          .whereLayer("functions")
          .mayOnlyAccessLayers("model", "storage", "engine", "wire", "api")
          .whereLayer("destinations")
          .mayOnlyAccessLayers("model", "storage", "engine", "wire", "api")
          .whereLayer("testkit")
          .mayOnlyAccessLayers("model")
          .whereLayer("server")
          .mayOnlyBeAccessedByLayers("embedded")
          .whereLayer("embedded")
          .mayNotBeAccessedByAnyLayer();

  @ArchTest
  static final ArchRule every_class_is_in_a_layer =
      classes()
          .should()
          .resideInAnyPackage(
              "dev.gramme.model..",
              "dev.gramme.storage..",
              "dev.gramme.cluster..",
              "dev.gramme.expression..",
              "dev.gramme.engine..",
              "dev.gramme.partiql..",
              "dev.gramme.wire..",
              "dev.gramme.auth..",
              "dev.gramme.transfer..",
              "dev.gramme.move..",
              "dev.gramme.api..",
              "dev.gramme.functions..",
              "dev.gramme.destinations..",
              "dev.gramme.server..",
              "dev.gramme.embedded..",
              "dev.gramme.testkit..");

  @ArchTest
  static final ArchRule the_engine_sees_neither_json_nor_http =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.gramme.engine..",
              "dev.gramme.expression..",
              "dev.gramme.partiql..",
              "dev.gramme.model..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "com.fasterxml..", "io.netty..", "java.net..", "software.amazon..", "org.rocksdb..");

  @ArchTest
  static final ArchRule only_the_store_on_disk_knows_rocksdb = only("..rocksdb..", "org.rocksdb..");

  @ArchTest
  static final ArchRule only_the_store_of_several_servers_knows_cassandra =
      only("dev.gramme.storage.cassandra..", "com.datastax..");

  @ArchTest
  static final ArchRule only_the_store_in_postgres_knows_its_driver =
      only("dev.gramme.storage.postgres..", "org.postgresql..");

  @ArchTest
  static final ArchRule only_the_store_in_postgres_knows_the_pool_of_connections =
      only("dev.gramme.storage.postgres..", "com.zaxxer..");

  /** Cassandra's driver is built on Netty and uses the server's event loops. */
  @ArchTest
  static final ArchRule only_the_http_server_and_the_cassandra_store_know_netty =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.gramme.server..", "dev.gramme.storage.cassandra..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("io.netty..");

  @ArchTest
  static final ArchRule only_the_wire_knows_jackson = only("dev.gramme.wire..", "com.fasterxml..");

  @ArchTest
  static final ArchRule only_data_files_know_ion =
      only("dev.gramme.transfer.format..", "com.amazon.ion..");

  @ArchTest
  static final ArchRule only_data_files_know_csv =
      only("dev.gramme.transfer.format..", "de.siegmar.fastcsv..");

  @ArchTest
  static final ArchRule only_data_files_know_zstandard =
      only("dev.gramme.transfer.format..", "com.github.luben..");

  @ArchTest
  static final ArchRule only_clients_know_the_sdk =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.gramme.embedded..",
              "dev.gramme.transfer.s3..",
              "dev.gramme.move..",
              "dev.gramme.server.endpoint..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("software.amazon.awssdk..");

  @ArchTest
  static final ArchRule only_the_wiring_knows_buckets_in_s3 =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.gramme.server..", "dev.gramme.transfer.s3..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.gramme.transfer.s3..");

  @ArchTest
  static final ArchRule only_commands_that_are_clients_know_yaml =
      only("dev.gramme.move..", "org.yaml..");

  @ArchTest
  static final ArchRule only_the_import_knows_parquet =
      only("dev.gramme.move.files..", "dev.hardwood..");

  @ArchTest
  static final ArchRule only_functions_know_the_event_ruler =
      only("dev.gramme.functions..", "software.amazon.event..");

  @ArchTest
  static final ArchRule only_destinations_know_kafka =
      only("dev.gramme.destinations..", "org.apache.kafka..");

  @ArchTest
  static final ArchRule packages_of_the_engine_have_no_cycles =
      slices().matching("dev.gramme.engine.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packages_of_the_api_have_no_cycles =
      slices().matching("dev.gramme.api.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule packages_of_the_store_on_cassandra_have_no_cycles =
      slices().matching("dev.gramme.storage.cassandra.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule the_store_on_cassandra_is_on_top_of_its_packages =
      noClasses()
          .that()
          .resideInAPackage("dev.gramme.storage.cassandra.*..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.gramme.storage.cassandra");

  /** Elapsed time, for limits of waiting, is not the time of day. */
  @ArchTest
  static final ArchRule clocks_and_random_sources_are_handed_in =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              "dev.gramme.server..", "dev.gramme.embedded..", "dev.gramme.testkit..")
          .should(read(System.class, "currentTimeMillis"))
          .orShould(read(Instant.class, "now"))
          .orShould(read(InstantSource.class, "system"))
          .orShould(read(Clock.class, "systemUTC"))
          .orShould(read(Clock.class, "systemDefaultZone"))
          .orShould(read(Math.class, "random"))
          .orShould(read(UUID.class, "randomUUID"))
          .orShould(read(ThreadLocalRandom.class, "current"))
          .orShould(read(Random.class, "<init>"))
          .orShould(read(SplittableRandom.class, "<init>"));

  @ArchTest
  static final ArchRule every_package_is_null_marked = classes().should(beInANullMarkedPackage());

  @ArchTest
  static final ArchRule names_say_what_a_thing_is =
      noClasses()
          .should()
          .haveNameMatching(".*(Manager|Helper|Helpers|Util|Utils|Utility|Impl)(\\$.*)?");

  private static ArchRule only(String user, String library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(user)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  /** Matches calls of and references to a method or constructor. */
  private static ArchCondition<JavaClass> read(Class<?> owner, String method) {
    return new ArchCondition<>("read " + owner.getSimpleName() + "." + method) {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        for (JavaAccess<?> access : item.getAccessesFromSelf()) {
          boolean reads =
              access.getTarget().getOwner().isEquivalentTo(owner)
                  && access.getTarget().getName().equals(method);
          events.add(new SimpleConditionEvent(item, reads, access.getDescription()));
        }
      }
    };
  }

  private static ArchCondition<JavaClass> beInANullMarkedPackage() {
    return new ArchCondition<>("be in a package that is @NullMarked") {
      @Override
      public void check(JavaClass item, ConditionEvents events) {
        boolean marked = item.getPackage().isAnnotatedWith(NullMarked.class);
        events.add(new SimpleConditionEvent(item, marked, item.getPackageName()));
      }
    };
  }
}
