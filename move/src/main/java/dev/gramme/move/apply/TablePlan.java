package dev.gramme.move.apply;

import dev.gramme.move.CommandException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The requests of UpdateTable that make an existing table equal to its definition. Each request
 * changes one thing, because the service refuses most combinations.
 */
final class TablePlan {
  private final CreateTableRequest wanted;
  private final TableDescription present;
  private final LiveTable table;
  private final List<Step> steps = new ArrayList<>();

  private TablePlan(CreateTableRequest wanted, TableDescription present, LiveTable table) {
    this.wanted = wanted;
    this.present = present;
    this.table = table;
  }

  /**
   * The changes, in their order.
   *
   * @throws CommandException if the table would have to be replaced
   */
  static List<Step> of(CreateTableRequest wanted, TableDescription present, LiveTable table)
      throws CommandException {
    var plan = new TablePlan(wanted, present, table);
    plan.requireSame();
    plan.changeBilling();
    plan.changeIndexes();
    plan.changeStream();
    plan.changeSettings();
    return plan.steps;
  }

  private void add(String text, Consumer<UpdateTableRequest.Builder> change) {
    steps.add(new Step(text, () -> table.update(change)));
  }

  private CommandException replaced(String what) {
    return CommandException.failed(
        ("%s: %s cannot be changed; the table would have to be replaced, which this command never"
                + " does")
            .formatted(wanted.tableName(), what));
  }

  private void requireSame() throws CommandException {
    if (!wanted.keySchema().equals(present.keySchema())) {
      throw replaced("the key");
    }
    Map<String, String> types = types(present.attributeDefinitions());
    Map<String, String> wantedTypes = types(wanted.attributeDefinitions());
    for (var key : wanted.keySchema()) {
      if (!Objects.equals(types.get(key.attributeName()), wantedTypes.get(key.attributeName()))) {
        throw replaced("the type of the key attribute " + key.attributeName());
      }
    }
    var local = new HashSet<List<Object>>();
    for (LocalSecondaryIndex index : wanted.localSecondaryIndexes()) {
      local.add(form(index.indexName(), index.keySchema(), index.projection()));
    }
    var presentLocal = new HashSet<List<Object>>();
    for (LocalSecondaryIndexDescription index : present.localSecondaryIndexes()) {
      presentLocal.add(form(index.indexName(), index.keySchema(), index.projection()));
    }
    if (!local.equals(presentLocal)) {
      throw replaced("the local indexes");
    }
  }

  private static Map<String, String> types(List<AttributeDefinition> definitions) {
    var types = new HashMap<String, String>();
    definitions.forEach(each -> types.put(each.attributeName(), each.attributeTypeAsString()));
    return types;
  }

  private static List<Object> form(String name, List<?> key, Projection projection) {
    return List.of(
        name,
        key,
        String.valueOf(projection.projectionTypeAsString()),
        Set.copyOf(projection.nonKeyAttributes()));
  }

  private void changeBilling() {
    BillingMode mode =
        wanted.billingMode() == null ? BillingMode.PROVISIONED : wanted.billingMode();
    BillingMode now =
        present.billingModeSummary() == null || present.billingModeSummary().billingMode() == null
            ? BillingMode.PROVISIONED
            : present.billingModeSummary().billingMode();
    ProvisionedThroughput units = wanted.provisionedThroughput();
    if (mode != now) {
      List<GlobalSecondaryIndexUpdate> indexes =
          mode == BillingMode.PROVISIONED ? indexUnits(ignored -> true) : List.of();
      add(
          "bill " + (mode == BillingMode.PROVISIONED ? text(units) : "on demand"),
          update -> {
            update.billingMode(mode).provisionedThroughput(units);
            if (!indexes.isEmpty()) {
              update.globalSecondaryIndexUpdates(indexes);
            }
          });
    } else if (mode == BillingMode.PROVISIONED
        && units != null
        && !isSame(units, present.provisionedThroughput())) {
      add("provision " + text(units), update -> update.provisionedThroughput(units));
    }
    if (mode == BillingMode.PROVISIONED && mode == now) {
      for (GlobalSecondaryIndexUpdate index :
          indexUnits(each ->
              presentIndex(each.indexName())
                  .filter(is -> !isSame(each.provisionedThroughput(), is.provisionedThroughput()))
                  .isPresent())) {
        add(
            "provision the index %s with %s"
                .formatted(
                    index.update().indexName(), text(index.update().provisionedThroughput())),
            update -> update.globalSecondaryIndexUpdates(index));
      }
    }
    OnDemandThroughput most = wanted.onDemandThroughput();
    if (most != null && !most.equals(present.onDemandThroughput())) {
      add("change the maximum throughput", update -> update.onDemandThroughput(most));
    }
  }

  private List<GlobalSecondaryIndexUpdate> indexUnits(
      Function<GlobalSecondaryIndex, Boolean> filter) {
    return wanted.globalSecondaryIndexes().stream()
        .filter(each -> presentIndex(each.indexName()).isPresent())
        .filter(each -> each.provisionedThroughput() != null && filter.apply(each))
        .map(each ->
            GlobalSecondaryIndexUpdate.builder()
                .update(index ->
                    index
                        .indexName(each.indexName())
                        .provisionedThroughput(each.provisionedThroughput()))
                .build())
        .toList();
  }

  private Optional<GlobalSecondaryIndexDescription> presentIndex(String name) {
    return present.globalSecondaryIndexes().stream()
        .filter(index -> index.indexName().equals(name))
        .findFirst();
  }

  private static boolean isSame(
      @Nullable ProvisionedThroughput units, @Nullable ProvisionedThroughputDescription now) {
    return units == null
        || (now != null
            && Objects.equals(units.readCapacityUnits(), now.readCapacityUnits())
            && Objects.equals(units.writeCapacityUnits(), now.writeCapacityUnits()));
  }

  private static String text(@Nullable ProvisionedThroughput units) {
    return units == null
        ? "by provisioned units"
        : "%d read and %d write units"
            .formatted(units.readCapacityUnits(), units.writeCapacityUnits());
  }

  private void changeIndexes() throws CommandException {
    Map<String, GlobalSecondaryIndex> indexes =
        wanted.globalSecondaryIndexes().stream()
            .collect(Collectors.toMap(GlobalSecondaryIndex::indexName, each -> each));
    for (GlobalSecondaryIndexDescription now : present.globalSecondaryIndexes()) {
      GlobalSecondaryIndex index = indexes.get(now.indexName());
      if (index == null) {
        add(
            "remove the index " + now.indexName(),
            update ->
                update.globalSecondaryIndexUpdates(
                    GlobalSecondaryIndexUpdate.builder()
                        .delete(gone -> gone.indexName(now.indexName()))
                        .build()));
      } else if (!form(index.indexName(), index.keySchema(), index.projection())
          .equals(form(now.indexName(), now.keySchema(), now.projection()))) {
        throw CommandException.failed(
            ("%s: the key or the projection of the index %s cannot be changed; give the new index"
                    + " another name")
                .formatted(wanted.tableName(), index.indexName()));
      }
    }
    for (GlobalSecondaryIndex index : wanted.globalSecondaryIndexes()) {
      if (presentIndex(index.indexName()).isEmpty()) {
        add("add the index " + index.indexName(), update -> create(update, index));
      }
    }
  }

  private void create(UpdateTableRequest.Builder update, GlobalSecondaryIndex index) {
    update
        .attributeDefinitions(wanted.attributeDefinitions())
        .globalSecondaryIndexUpdates(
            GlobalSecondaryIndexUpdate.builder()
                .create(made ->
                    made.indexName(index.indexName())
                        .keySchema(index.keySchema())
                        .projection(index.projection())
                        .provisionedThroughput(index.provisionedThroughput())
                        .onDemandThroughput(index.onDemandThroughput())
                        .warmThroughput(index.warmThroughput()))
                .build());
  }

  private void changeStream() {
    StreamSpecification stream = wanted.streamSpecification();
    StreamSpecification now = present.streamSpecification();
    boolean isOn = now != null && Boolean.TRUE.equals(now.streamEnabled());
    boolean isSame = stream != null && isOn && stream.streamViewType() == now.streamViewType();
    if (isOn && !isSame) {
      add(
          "disable the stream",
          update -> update.streamSpecification(change -> change.streamEnabled(false)));
    }
    if (stream != null && !isSame) {
      add(
          "enable a stream with " + stream.streamViewTypeAsString(),
          update -> update.streamSpecification(stream));
    }
  }

  private void changeSettings() {
    boolean protects = Boolean.TRUE.equals(wanted.deletionProtectionEnabled());
    if (protects != Boolean.TRUE.equals(present.deletionProtectionEnabled())) {
      add(
          (protects ? "enable" : "disable") + " the protection against deletion",
          update -> update.deletionProtectionEnabled(protects));
    }
    TableClass tableClass = wanted.tableClass();
    TableClass now =
        present.tableClassSummary() == null
            ? TableClass.STANDARD
            : present.tableClassSummary().tableClass();
    if (tableClass != null && tableClass != now) {
      add("change the table class to " + tableClass, update -> update.tableClass(tableClass));
    }
    EncryptionPlan.of(wanted.sseSpecification(), present.sseDescription(), table)
        .ifPresent(steps::add);
    var warm = wanted.warmThroughput();
    if (warm != null
        && (present.warmThroughput() == null
            || !Objects.equals(
                warm.readUnitsPerSecond(), present.warmThroughput().readUnitsPerSecond())
            || !Objects.equals(
                warm.writeUnitsPerSecond(), present.warmThroughput().writeUnitsPerSecond()))) {
      add("change the warm throughput", update -> update.warmThroughput(warm));
    }
  }
}
