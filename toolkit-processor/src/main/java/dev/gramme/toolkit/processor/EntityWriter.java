package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.processor.Conversions.Part;
import dev.gramme.toolkit.processor.Conversions.PartComponent;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import dev.gramme.toolkit.processor.EntityModel.Index;
import dev.gramme.toolkit.processor.TableModel.KeyAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.lang.model.element.RecordComponentElement;

/** Generates a class for each entity and each nested record with its stored form. */
final class EntityWriter {
  private final TableModel table;
  private final Types types;
  private final Source out;

  EntityWriter(TableModel table, Types types, Source out) {
    this.table = table;
    this.types = types;
    this.out = out;
  }

  /**
   * The class names of entities by their records' names; records with equal simple names get
   * numbers.
   */
  static Map<String, String> classNames(List<EntityModel> entities) {
    var names = new LinkedHashMap<String, String>();
    for (EntityModel entity : entities) {
      String name = entity.simpleName() + "Item";
      int number = 2;
      while (names.containsValue(name)) {
        name = entity.simpleName() + "Item" + number++;
      }
      names.put(entity.javaName(), name);
    }
    return names;
  }

  void entity(EntityModel entity, String className) {
    String record = entity.javaName();
    out.line("/** How a " + entity.simpleName() + " is kept. */");
    out.line("public static final class " + className + " {");
    for (ComponentModel component : entity.components()) {
      component(record, component.element(), component.attribute(), component.conversion());
    }
    out.line("/** The entity type. */");
    out.statement(
        "public static final EntityType<"
            + record
            + "> ENTITY = EntityType.of("
            + String.join(
                ", ",
                record + ".class",
                literal(entity.type()),
                literal(table.typeAttribute()),
                className + "::read")
            + ")",
        parts(entity, className));
    out.line("");
    out.line("private " + className + "() {}");
    out.line("");
    read(
        record,
        entity.components().stream().map(component -> className + "." + component.name()).toList());
    out.line("}");
    out.line("");
    upcasts(entity, className);
  }

  private static String upcasts(String className) {
    return className + "Upcasts";
  }

  /**
   * The class with the upcasts of an entity. It has no fields for components, since one with the
   * name of the first package would obscure the package.
   */
  private void upcasts(EntityModel entity, String className) {
    if (entity.upcasts().isEmpty()) {
      return;
    }
    List<String> steps =
        entity.upcasts().stream().map(name -> entity.javaName() + "::" + name).toList();
    out.line("private static final class " + upcasts(className) + " {");
    out.line(
        "static final List<UnaryOperator<Map<String, AttributeValue>>> STEPS = "
            + Source.list(steps)
            + ";");
    out.line("}");
    out.line("");
  }

  private List<String> parts(EntityModel entity, String className) {
    var parts = new ArrayList<String>();
    for (ComponentModel component : entity.components()) {
      String call = builderMethod(component);
      parts.add("." + call + "(" + component.name() + ")");
    }
    keys(entity, "Optional.empty()", List.of(table.pk()), List.of(entity.pk()), true, parts);
    keys(entity, "Optional.empty()", table.sort(""), entity.sort(""), false, parts);
    for (Index index : entity.indexes()) {
      String name = "Optional.of(" + literal(index.name()) + ")";
      if (index.global()) {
        keys(entity, name, table.partition(index.name()), index.pk(), true, parts);
      }
      keys(entity, name, table.sort(index.name()), index.sk(), false, parts);
    }
    if (!entity.upcasts().isEmpty()) {
      parts.add(".upcasts(" + upcasts(className) + ".STEPS)");
    }
    if (entity.history()) {
      parts.add(".history()");
    }
    parts.add(".build()");
    return parts;
  }

  /** The method of the builder that adds a component; a component has at most one role. */
  private static String builderMethod(ComponentModel component) {
    return component.roles().stream()
        .findFirst()
        .map(role ->
            switch (role) {
              case UNIQUE -> "unique";
              case VERSION -> "version";
              case TIME_TO_LIVE -> "timeToLive";
              case CREATED -> "created";
              case UPDATED -> "updated";
            })
        .orElse("component");
  }

  /** The class of a view of an entity. */
  void view(View view, String name, String entity) {
    String record = view.record().getQualifiedName().toString();
    List<String> components = view.names().stream().map(c -> entity + "." + c).toList();
    out.line("private static final class " + name + " {");
    out.statement(
        "static final EntityType<" + record + "> VIEW =",
        List.of(
            entity + ".ENTITY.as(",
            "    " + record + ".class, " + name + "::read, " + Source.list(components) + ")"));
    out.line("");
    read(record, components);
    out.line("}");
    out.line("");
  }

  void part(Part part) {
    String record = part.element().getQualifiedName().toString();
    out.line("private static final class " + part.name() + " {");
    Map<String, RecordComponentElement> elements =
        part.element().getRecordComponents().stream()
            .collect(Collectors.toMap(e -> e.getSimpleName().toString(), e -> e));
    for (PartComponent component : part.components()) {
      RecordComponentElement element = elements.get(component.name());
      if (element != null) {
        component(record, element, component.attribute(), component.conversion());
      }
    }
    out.statement(
        "static final Converter<" + record + "> CONVERTER = Converters.record(",
        List.of(part.name() + "::write,", part.name() + "::read)"));
    out.line("");
    out.line("private static void write(" + record + " value, ItemWriter out) {");
    for (PartComponent component : part.components()) {
      out.line("out.value(" + part.name() + "." + component.name() + ", value);");
    }
    out.line("}");
    out.line("");
    read(
        record,
        part.components().stream().map(component -> part.name() + "." + component.name()).toList());
    out.line("}");
    out.line("");
  }

  /** A component; a lambda reads it, since a field can obscure the package of the record. */
  private void component(
      String record, RecordComponentElement element, String attribute, Conversion conversion) {
    String name = element.getSimpleName().toString();
    String type = types.source(types.boxed(element.asType()));
    out.line(
        "public static final Component<"
            + record
            + ", "
            + type
            + "> "
            + name
            + " = Component.of("
            + String.join(
                ", ",
                literal(name),
                literal(attribute),
                conversion.source(),
                "it -> it." + name + "()")
            + ");");
  }

  private void read(String record, List<String> components) {
    out.line("private static " + record + " read(ItemReader in) {");
    out.line(
        "return new "
            + record
            + components.stream()
                .map(name -> "in.value(" + name + ")")
                .collect(Collectors.joining(", ", "(", ");")));
    out.line("}");
  }

  private void keys(
      EntityModel entity,
      String index,
      List<KeyAttribute> attributes,
      List<Template> templates,
      boolean partition,
      List<String> parts) {
    for (int i = 0; i < attributes.size(); i++) {
      parts.add(
          ".key("
              + keyExpression(entity, index, attributes.get(i), templates.get(i), partition)
              + ")");
    }
  }

  /** Whether a key attribute is a String component of the record, stored without encoding. */
  static boolean isPlain(EntityModel entity, KeyAttribute attribute, Template template) {
    if (!attribute.type().equals("S") || !template.isUnchanged()) {
      return false;
    }
    ComponentModel component = entity.component(template.fields().get(0)).orElseThrow();
    return component.attribute().equals(attribute.name())
        && component.conversion().keyType().equals("KeyType.STRING");
  }

  /** The expression of a key attribute with its template. */
  static String keyExpression(
      EntityModel entity,
      String index,
      KeyAttribute attribute,
      Template template,
      boolean partition) {
    String fields =
        template.fields().stream()
            .map(field ->
                "Map.entry("
                    + literal(field)
                    + ", "
                    + entity.component(field).orElseThrow().conversion().keyType()
                    + ")")
            .collect(Collectors.joining(", ", "Map.ofEntries(", ")"));
    return "EntityKey."
        + (partition ? "partition(" : "sort(")
        + String.join(
            ", ",
            index,
            literal(attribute.name()),
            "ScalarType." + attribute.type(),
            literal(template.text()),
            fields)
        + ")"
        + (isPlain(entity, attribute, template) ? ".plain()" : "");
  }
}
