package dev.gramme.toolkit.estimate;

import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.entity.Table;
import dev.gramme.toolkit.explain.Comparison;
import dev.gramme.toolkit.explain.Consumption;
import dev.gramme.toolkit.explain.Explain;
import dev.gramme.toolkit.explain.PatternCost;
import dev.gramme.toolkit.explain.PatternLoad;
import dev.gramme.toolkit.explain.Units;
import dev.gramme.toolkit.explain.Workload;
import dev.gramme.toolkit.schema.AccessPattern;
import dev.gramme.toolkit.schema.AccessPattern.Shape;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Flow;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls every access pattern of a model on a table with samples, and compares the estimate with the
 * consumption. Each call runs on a table of its own. Of several possible calls, such as a Put of a
 * new item and one over an existing item, the dearest one counts.
 */
public final class EveryPattern {
  private static final int LIMIT = 3;
  private static final int OTHER = 41;

  private EveryPattern() {}

  /**
   * The result of an access pattern.
   *
   * @param estimate the estimate
   * @param consumed the consumption of the dearest call; empty if the table refused all calls
   * @param refusal the last refusal
   */
  public record Row(PatternCost estimate, Optional<Comparison> consumed, String refusal) {
    /** Whether no part of the consumption is above the estimate. */
    public boolean isCovered() {
      return consumed
          .map(comparison -> {
            Consumption used = comparison.consumed();
            return used.parts().entrySet().stream()
                .allMatch(part -> covers(estimate.on(part.getKey().index()), part.getValue()));
          })
          .orElse(false);
    }

    /** The units of the dearest call; none if the table refused all calls. */
    public Units used() {
      return consumed.map(used -> used.consumed().total()).orElse(Units.ZERO);
    }

    /** Whether the consumption equals the estimate. */
    public boolean isEqual() {
      return consumed.map(Comparison::agrees).orElse(false);
    }

    private static boolean covers(Units estimate, Units used) {
      return estimate.read() >= used.read() && estimate.write() >= used.write();
    }

    /** A row of a table: pattern, estimate, consumption and, if they differ, the derivation. */
    public String text() {
      String used =
          consumed
              .map(comparison -> comparison.consumed().total().toString())
              .orElse("refused: " + refusal);
      return estimate.pattern().name()
          + " | "
          + estimate.total()
          + " | "
          + used
          + (isEqual() ? "" : " | " + String.join("; ", estimate.steps()));
    }
  }

  /** The generated classes beside a class: in its folder of classes. */
  public static List<Class<?>> modelsBeside(Class<?> anchor) {
    try {
      Path folder = Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI());
      try (Stream<Path> files = Files.walk(folder)) {
        return files
            .map(file -> folder.relativize(file).toString())
            .filter(name -> name.endsWith("Table.class"))
            .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
            .sorted()
            .<Class<?>>map(EveryPattern::load)
            .filter(EveryPattern::isGenerated)
            .toList();
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("the classes beside " + anchor + " cannot be listed", e);
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether a class implements an interface of access patterns on a table that it takes. */
  private static boolean isGenerated(Class<?> type) {
    return type.getInterfaces().length == 1
        && Arrays.stream(type.getDeclaredMethods())
            .filter(method -> method.getName().equals("of"))
            .anyMatch(method -> List.of(method.getParameterTypes()).equals(List.of(Table.class)));
  }

  /** Calls all access patterns of a generated class. */
  static List<Row> of(Class<?> generated, OwnValues own) {
    try (var samples = StoredSamples.create(generated, own)) {
      Workload workload = samples.workload();
      return samples.schema().accessPatterns().stream()
          .map(pattern -> row(samples, workload, method(generated, pattern.name()), pattern))
          .toList();
    }
  }

  private static Row row(
      StoredSamples samples, Workload workload, Method method, AccessPattern pattern) {
    var explanation =
        Explain.of(samples.schema(), workload.pattern(pattern.name(), load(method))).explanation();
    List<Comparison> measured = new ArrayList<>();
    String refusal = "";
    for (Variant variant : Variant.values()) {
      for (int choice = 0; choice < choices(samples, method); choice++) {
        try (var table = samples.fork()) {
          Object[] arguments = arguments(table, method, variant, choice);
          table.meter().reset();
          refusal = call(method, table.patterns(), arguments);
          if (refusal.isEmpty()) {
            measured.add(explanation.compare(pattern.name(), table.meter().consumed()));
          }
        }
      }
    }
    return new Row(
        explanation.pattern(pattern.name()),
        measured.stream().max(Comparator.comparingDouble(EveryPattern::weight)),
        refusal);
  }

  /**
   * What the arguments of a call are. Values that are no components belong to conditions; one of
   * the variants fulfils them.
   */
  private enum Variant {
    EXISTING,
    FRESH,
    /** New items, and conditions on stored ones that these fulfil. */
    FRESH_BESIDE_EXISTING,
    /** Existing items with other components. */
    CHANGED,
    /** The same, and conditions on stored items that these fulfil. */
    CHANGED_BESIDE_EXISTING,
    /** New items, updates that change others, and conditions with values that no item has. */
    FRESH_BESIDE_CHANGED,
    /** The same, but only texts change: conditions compare the other components. */
    FRESH_BESIDE_CHANGED_TEXTS;

    boolean isFresh() {
      return switch (this) {
        case FRESH, FRESH_BESIDE_EXISTING, FRESH_BESIDE_CHANGED, FRESH_BESIDE_CHANGED_TEXTS -> true;
        case EXISTING, CHANGED, CHANGED_BESIDE_EXISTING -> false;
      };
    }

    /** Whether a component that is not in the key has another value than in the stored item. */
    boolean changes(boolean written, Class<?> type) {
      return switch (this) {
        case EXISTING, FRESH, FRESH_BESIDE_EXISTING -> false;
        case CHANGED -> true;
        case CHANGED_BESIDE_EXISTING, FRESH_BESIDE_CHANGED -> written;
        case FRESH_BESIDE_CHANGED_TEXTS -> written && type == String.class;
      };
    }
  }

  private static double weight(Comparison comparison) {
    Units used = comparison.consumed().total();
    return used.write() * 1_000 + used.read();
  }

  private static PatternLoad load(Method method) {
    PatternLoad load = PatternLoad.perSecond(1);
    for (Parameter parameter : method.getParameters()) {
      if (parameter.getName().equals("limit")) {
        load = load.limit(LIMIT);
      }
      if (isList(parameter)) {
        load = load.partitions(2);
      }
    }
    return load;
  }

  private static Method method(Class<?> generated, String name) {
    Method found =
        Arrays.stream(generated.getInterfaces()[0].getMethods())
            .filter(method -> method.getName().equals(name))
            .findFirst()
            .orElseThrow();
    found.setAccessible(true);
    return found;
  }

  /** The number of kinds that a parameter of a sealed interface accepts. */
  private static int choices(StoredSamples table, Method method) {
    return Arrays.stream(method.getParameters())
        .map(parameter -> element(parameter).orElse(parameter.getType()))
        .mapToInt(type -> (int) kinds(table, type).count())
        .max()
        .stream()
        .map(most -> Math.max(1, most))
        .findFirst()
        .orElse(1);
  }

  private static Stream<Class<?>> kinds(StoredSamples table, Class<?> type) {
    return table.kinds().stream().filter(type::isAssignableFrom);
  }

  private static boolean isList(Parameter parameter) {
    return parameter.getType() == List.class;
  }

  /** The class of the elements, if a parameter is a List. */
  private static Optional<Class<?>> element(Parameter parameter) {
    if (!isList(parameter)
        || !(parameter.getParameterizedType() instanceof ParameterizedType list)) {
      return Optional.empty();
    }
    Type element =
        list.getActualTypeArguments()[0] instanceof WildcardType wildcard
            ? wildcard.getUpperBounds()[0]
            : list.getActualTypeArguments()[0];
    return element instanceof Class<?> plain ? Optional.of(plain) : Optional.empty();
  }

  /** Two items of a batch, or the keys of two stored items. */
  private static Optional<List<Object>> batch(
      StoredSamples table,
      AccessPattern pattern,
      Parameter parameter,
      Variant variant,
      int choice) {
    if (element(parameter).isEmpty()) {
      return Optional.empty();
    }
    Class<?> element = element(parameter).get();
    List<Class<?>> kinds = kinds(table, element).toList();
    if (!kinds.isEmpty()) {
      Class<?> kind = kinds.get(choice % kinds.size());
      List<Object> stored = table.stored(kind).subList(0, 2);
      int next = StoredSamples.ITEMS + 1;
      return Optional.of(
          switch (variant) {
            case EXISTING -> stored;
            case FRESH, FRESH_BESIDE_EXISTING, FRESH_BESIDE_CHANGED, FRESH_BESIDE_CHANGED_TEXTS ->
                List.of(table.item(kind, next), table.item(kind, next + 1));
            case CHANGED, CHANGED_BESIDE_EXISTING ->
                stored.stream().map(item -> changed(table, kind, item)).toList();
          });
    }
    if (pattern.shape() != Shape.BATCH_GET) {
      return Optional.empty();
    }
    Class<?> kind = table.kind(pattern.entities().getFirst());
    return Optional.of(
        table.stored(kind).subList(0, 2).stream()
            .map(item -> step(table, pattern, element, kind, Variant.EXISTING, item))
            .toList());
  }

  private static Object[] arguments(
      StoredSamples table, Method method, Variant variant, int choice) {
    AccessPattern pattern =
        table.schema().accessPatterns().stream()
            .filter(p -> p.name().equals(method.getName()))
            .findFirst()
            .orElseThrow();
    Set<Class<?>> seen = new HashSet<>();
    Object item = table.stored(table.kind(pattern.entities().getFirst())).getFirst();
    return Arrays.stream(method.getParameters())
        .map(parameter -> {
          // Two parameters of a transaction are different items.
          boolean second =
              table.kinds().contains(parameter.getType()) && !seen.add(parameter.getType());
          if (isStep(table, pattern, parameter)) {
            Class<?> kind = kindOfStep(table, parameter.getType());
            return step(table, pattern, parameter.getType(), kind, variant, !seen.add(kind));
          }
          return batch(table, pattern, parameter, variant, choice)
              .<Object>map(list -> list)
              .orElseGet(() ->
                  argument(
                      table, pattern, parameter, item, second ? Variant.FRESH : variant, choice));
        })
        .toArray();
  }

  private static Object argument(
      StoredSamples table,
      AccessPattern pattern,
      Parameter parameter,
      Object item,
      Variant variant,
      int choice) {
    List<Class<?>> kinds = kinds(table, parameter.getType()).toList();
    if (!kinds.isEmpty()) {
      return entity(table, kinds.get(choice % kinds.size()), variant);
    }
    if (parameter.getName().equals("limit")) {
      return LIMIT;
    }
    Optional<RecordComponent> component = component(item, parameter.getName());
    Type type = parameter.getParameterizedType();
    boolean key = table.keyFields(item.getClass()).contains(parameter.getName());
    if (isList(parameter) && type instanceof ParameterizedType list) {
      Type one = list.getActualTypeArguments()[0];
      return List.of(SampleValues.of(one, 0), SampleValues.of(one, 1));
    }
    if (component.isPresent()) {
      Object value = SampleValues.component(item, component.get());
      boolean version = component.get().getType() == long.class && value.equals(1L);
      boolean written = written(table, pattern, item.getClass()).contains(parameter.getName());
      boolean kept = key || version || !variant.changes(written, parameter.getType());
      if (kept && (parameter.getType().isPrimitive() || parameter.getType().isInstance(value))) {
        return value;
      }
      return kept && value instanceof Optional<?> held && parameter.getType() != Range.class
          ? held.orElseThrow()
          : SampleValues.of(type, variant.changes(written, parameter.getType()) ? OTHER : 0);
    }
    // A value of a condition: large numbers and small ones, so that one of them fulfils it.
    return SampleValues.of(
        type,
        switch (variant) {
          case EXISTING, CHANGED_BESIDE_EXISTING -> SampleValues.isNumber(type) ? OTHER : 0;
          case FRESH, FRESH_BESIDE_EXISTING, CHANGED -> 0;
          case FRESH_BESIDE_CHANGED, FRESH_BESIDE_CHANGED_TEXTS -> OTHER;
        });
  }

  /** The components of a kind that a call updates. */
  private static Set<String> written(StoredSamples table, AccessPattern pattern, Class<?> kind) {
    return pattern.details().stream()
        .flatMap(details -> details.writes().stream())
        .filter(write -> !write.changed().isEmpty() && table.kind(write.entity()) == kind)
        .flatMap(write -> write.changed().stream())
        .collect(Collectors.toSet());
  }

  /** Whether a parameter is a record with the key of an item and other values. */
  private static boolean isStep(StoredSamples table, AccessPattern pattern, Parameter parameter) {
    Class<?> type = parameter.getType();
    boolean steps = pattern.shape() == Shape.TRANSACTION || pattern.shape() == Shape.TRANSACT_GET;
    return steps && type.isRecord() && !table.kinds().contains(type);
  }

  /** The kind with the longest key of which the step has all components, of the same types. */
  private static Class<?> kindOfStep(StoredSamples table, Class<?> type) {
    Map<String, Type> components = components(type);
    return table.kinds().stream()
        .filter(one -> {
          Map<String, Type> key = components(one);
          key.keySet().retainAll(table.keyFields(one));
          return components.entrySet().containsAll(key.entrySet());
        })
        .max(Comparator.comparingInt(one -> table.keyFields(one).size()))
        .orElseThrow(() -> new IllegalStateException(type + " has no key"));
  }

  private static Map<String, Type> components(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .collect(Collectors.toMap(RecordComponent::getName, RecordComponent::getGenericType));
  }

  /**
   * The key, the changes and the values of a step of a transaction: those of a stored item, for a
   * second step with the same kind also those of a new item.
   */
  private static Object step(
      StoredSamples table,
      AccessPattern pattern,
      Class<?> type,
      Class<?> kind,
      Variant variant,
      boolean second) {
    Object item = table.stored(kind).get(second ? 1 : 0);
    if (second && variant.isFresh()) {
      item = table.fresh(kind);
    }
    return step(table, pattern, type, kind, variant, item);
  }

  private static Object step(
      StoredSamples table,
      AccessPattern pattern,
      Class<?> type,
      Class<?> kind,
      Variant variant,
      Object item) {
    Set<String> written = written(table, pattern, kind);
    return SampleValues.record(
        type,
        component -> {
          Optional<RecordComponent> stored = component(item, component.getName());
          boolean kept =
              table.keyFields(kind).contains(component.getName())
                  || !variant.changes(written.contains(component.getName()), component.getType());
          return stored.isPresent() && kept
              ? SampleValues.component(item, stored.get())
              : SampleValues.of(component.getGenericType(), value(component, variant));
        });
  }

  /** In some variants, a value of a condition equals those of the stored item. */
  private static int value(RecordComponent component, Variant variant) {
    boolean stored =
        switch (variant) {
          case EXISTING, FRESH_BESIDE_EXISTING, CHANGED_BESIDE_EXISTING -> true;
          case FRESH, CHANGED, FRESH_BESIDE_CHANGED, FRESH_BESIDE_CHANGED_TEXTS -> false;
        };
    return stored && !SampleValues.isNumber(component.getType()) ? 0 : OTHER;
  }

  private static Object entity(StoredSamples table, Class<?> kind, Variant variant) {
    Object existing = table.stored(kind).getFirst();
    return switch (variant) {
      case EXISTING -> existing;
      case FRESH, FRESH_BESIDE_EXISTING, FRESH_BESIDE_CHANGED, FRESH_BESIDE_CHANGED_TEXTS ->
          table.fresh(kind);
      case CHANGED, CHANGED_BESIDE_EXISTING -> changed(table, kind, existing);
    };
  }

  /** The same item with other values, except in its key and its version. */
  private static Object changed(StoredSamples table, Class<?> kind, Object existing) {
    return SampleValues.record(
        kind,
        component -> {
          Object value = SampleValues.component(existing, component);
          boolean kept =
              table.keyFields(kind).contains(component.getName())
                  || (component.getType() == long.class && value.equals(1L));
          return kept ? value : table.value(component.getGenericType(), OTHER);
        });
  }

  private static Optional<RecordComponent> component(Object item, String name) {
    return Arrays.stream(item.getClass().getRecordComponents())
        .filter(component -> component.getName().equals(name))
        .findFirst();
  }

  /** Calls a method; the result is the refusal, if any. */
  private static String call(Method method, Object target, Object[] arguments) {
    try {
      switch (method.invoke(target, arguments)) {
        case Stream<?> stream -> stream.forEach(item -> {});
        case CompletableFuture<?> future -> future.join();
        case Flow.Publisher<?> items -> AllItems.of(items);
        case null, default -> {}
      }
      return "";
    } catch (CompletionException e) {
      return String.valueOf(e.getCause());
    } catch (InvocationTargetException e) {
      return e.getTargetException().getClass().getSimpleName();
    } catch (IllegalAccessException | IllegalArgumentException e) {
      throw new IllegalStateException(method + " " + Arrays.toString(arguments), e);
    }
  }
}
