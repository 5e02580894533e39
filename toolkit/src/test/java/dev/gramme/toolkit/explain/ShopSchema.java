package dev.gramme.toolkit.explain;

import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import dev.gramme.toolkit.schema.EntitySchema;
import dev.gramme.toolkit.schema.EntitySchema.AttributeSchema;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Kind;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Customers and their orders, as in the tests and the documentation. */
public final class ShopSchema {
  private ShopSchema() {}

  /** The table. */
  public static TableSchema shop() {
    return new TableSchema(
        "shop",
        key("pk", "sk"),
        List.of(index("byStatus", Kind.GLOBAL, "gsi1pk", "gsi1sk", Projection.ALL)),
        Optional.of("expires"),
        List.of(customer(), order()),
        List.of(
            pattern("customer", Shape.GET, "Customer").build(),
            pattern("history", Shape.QUERY, "Customer", "Order")
                .limit(25)
                .budget("4 RCU")
                .filter("expires > :now")
                .build(),
            pattern("byStatus", Shape.QUERY, "Order")
                .index("byStatus")
                .limit(50)
                .filter("expires > :now")
                .build(),
            pattern("place", Shape.PUT, "Order").budget("4 WCU").build(),
            pattern("advance", Shape.UPDATE, "Order").build(),
            pattern("register", Shape.PUT, "Customer").build(),
            pattern("export", Shape.SCAN, "Customer", "Order").filter("expires > :now").build()));
  }

  /** A load without findings. */
  public static Workload load() {
    return Workload.NONE
        .entity("Customer", EntityLoad.bytes(600).items(1_000_000).perPartition(1))
        .entity(
            "Order",
            EntityLoad.bytes(1_200)
                .items(50_000_000)
                .perPartition(50)
                .perPartition("byStatus", 20_000))
        .pattern("customer", PatternLoad.perSecond(900))
        .pattern("history", PatternLoad.perSecond(300).hottestKey(0.001))
        .pattern("byStatus", PatternLoad.perSecond(5))
        .pattern("place", PatternLoad.perSecond(80))
        .pattern("advance", PatternLoad.perSecond(160).changes("status"))
        .pattern("register", PatternLoad.perSecond(2))
        .pattern("export", PatternLoad.perSecond(0.00001).inBackground());
  }

  static EntitySchema customer() {
    return new EntitySchema(
        "Customer",
        Map.of("pk", "CUST#{email}", "sk", "PROFILE"),
        Set.of(),
        List.of(
            attribute("email", "S", "String"),
            attribute("handle", "S", "String", Role.UNIQUE),
            attribute("revision", "N", "long", Role.VERSION)));
  }

  static EntitySchema order() {
    return new EntitySchema(
        "Order",
        Map.of(
            "pk", "CUST#{email}",
            "sk", "ORDER#{placedAt}#{id}",
            "gsi1pk", "STATUS#{status}",
            "gsi1sk", "{placedAt}"),
        Set.of("byStatus"),
        List.of(
            attribute("email", "S", "String"),
            attribute("id", "S", "dev.gramme.toolkit.Ksuid"),
            attribute("placedAt", "S", "java.time.Instant"),
            attribute("status", "S", "Status"),
            attribute("total", "N", "BigDecimal"),
            attribute("expires", "N", "java.time.Instant", Role.TIME_TO_LIVE)));
  }

  static AttributeSchema attribute(String name, String type, String javaType, Role... roles) {
    return new AttributeSchema(name, name, type, javaType, false, Set.of(roles));
  }

  /** An index with keys of strings. */
  public static IndexSchema index(
      String name,
      Kind kind,
      String partition,
      String sort,
      Projection projection,
      String... held) {
    return new IndexSchema(name, kind, key(partition, sort), projection, List.of(held));
  }

  /** A key of strings. */
  public static KeySchema key(String partition, String sort) {
    return new KeySchema(
        List.of(new KeyAttribute(partition, ScalarType.S)),
        List.of(new KeyAttribute(sort, ScalarType.S)));
  }

  static Pattern pattern(String name, Shape shape, String... entities) {
    return new Pattern(name, shape, entities);
  }

  /** Builds an access pattern. */
  static final class Pattern {
    private final String name;
    private final Shape shape;
    private final List<String> entities;
    private Optional<String> index = Optional.empty();
    private Optional<String> filter = Optional.empty();
    private Optional<Integer> limit = Optional.empty();
    private Optional<String> budget = Optional.empty();
    private boolean consistent;
    private int partitions = 1;

    private Pattern(String name, Shape shape, String... entities) {
      this.name = name;
      this.shape = shape;
      this.entities = List.of(entities);
    }

    Pattern index(String value) {
      index = Optional.of(value);
      return this;
    }

    Pattern filter(String value) {
      filter = Optional.of(value);
      return this;
    }

    Pattern limit(int value) {
      limit = Optional.of(value);
      return this;
    }

    Pattern budget(String value) {
      budget = Optional.of(value);
      return this;
    }

    Pattern consistent() {
      consistent = true;
      return this;
    }

    Pattern partitions(int value) {
      partitions = value;
      return this;
    }

    AccessPattern build() {
      return new AccessPattern(
          name,
          shape,
          index,
          entities,
          "pk = CUST#{email}",
          filter,
          consistent,
          false,
          limit,
          partitions,
          budget);
    }
  }
}
