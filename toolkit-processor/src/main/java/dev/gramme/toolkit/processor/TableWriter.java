package dev.gramme.toolkit.processor;

import static dev.gramme.toolkit.processor.Source.literal;

import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.TableModel.IndexModel;
import dev.gramme.toolkit.processor.TableModel.KeyAttribute;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.VariableElement;

/** Generates the class that implements an interface of access patterns. */
final class TableWriter {
  private static final List<String> IMPORTS =
      List.of(
          "dev.gramme.toolkit.entity.Call",
          "dev.gramme.toolkit.entity.Change",
          "dev.gramme.toolkit.entity.Component",
          "dev.gramme.toolkit.entity.Converter",
          "dev.gramme.toolkit.entity.Converters",
          "dev.gramme.toolkit.entity.EntityKey",
          "dev.gramme.toolkit.entity.EntityType",
          "dev.gramme.toolkit.entity.Expression",
          "dev.gramme.toolkit.entity.ItemReader",
          "dev.gramme.toolkit.entity.ItemWriter",
          "dev.gramme.toolkit.entity.PutMode",
          "dev.gramme.toolkit.entity.QueryPattern",
          "dev.gramme.toolkit.entity.Table",
          "dev.gramme.toolkit.key.KeyType",
          "dev.gramme.toolkit.schema.AccessPattern",
          "dev.gramme.toolkit.schema.CallDetails",
          "dev.gramme.toolkit.schema.EntitySchema",
          "dev.gramme.toolkit.schema.IndexSchema",
          "dev.gramme.toolkit.schema.KeySchema",
          "dev.gramme.toolkit.schema.KeySchema.KeyAttribute",
          "dev.gramme.toolkit.schema.KeySchema.ScalarType",
          "dev.gramme.toolkit.schema.TableSchema",
          "java.util.List",
          "java.util.Map",
          "java.util.Optional",
          "java.util.Set",
          "java.util.function.Consumer",
          "java.util.function.UnaryOperator",
          "javax.annotation.processing.Generated",
          "software.amazon.awssdk.services.dynamodb.DynamoDbClient",
          "software.amazon.awssdk.services.dynamodb.model.AttributeValue",
          "software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest");

  private final TableModel table;
  private final Entities entities;
  private final Types types;
  private final Conversions conversions;
  private final Map<ExecutableElement, Generated> methods;
  private final Source out = new Source();

  TableWriter(
      TableModel table,
      Entities entities,
      Types types,
      Conversions conversions,
      Map<ExecutableElement, Generated> methods) {
    this.table = table;
    this.entities = entities;
    this.types = types;
    this.conversions = conversions;
    this.methods = methods;
  }

  String write(String packageName) {
    if (!packageName.isEmpty()) {
      out.line("package " + packageName + ";").line("");
    }
    IMPORTS.forEach(name -> out.line("import " + name + ";"));
    String owner = table.element().getQualifiedName().toString();
    boolean open = table.element().getModifiers().contains(Modifier.PUBLIC);
    out.line("");
    out.line(
        "/** " + table.element().getSimpleName() + ", implemented on a table. Generated code. */");
    out.line("@Generated(\"dev.gramme.toolkit.processor.ToolkitProcessor\")");
    out.line(
        (open ? "public " : "")
            + "final class "
            + table.className()
            + " implements "
            + owner
            + " {");
    constants();
    out.line("private final Table table;").line("");
    constructors();
    methods.forEach(this::method);
    var writer = new EntityWriter(table, types, out);
    for (EntityModel entity : table.entities()) {
      writer.entity(entity, entities.className(entity));
    }
    for (Entities.Named named : entities.views()) {
      writer.view(named.view(), named.name(), entities.className(named.view().entity()));
    }
    conversions.parts().forEach(writer::part);
    schema();
    return out.line("}").toString();
  }

  private void constants() {
    methods.values().forEach(method -> method.constants().forEach(out::line));
    out.line("private static final TableSchema SCHEMA = makeSchema();").line("");
  }

  private void constructors() {
    String name = table.className();
    out.line("private " + name + "(Table table) {");
    out.line("this.table = table;").line("}").line("");
    out.line(
        "/** The access patterns on a client, with the table name in the source. This sends no"
            + " request and does not check the table: call {@code table().verified()} or {@code"
            + " table().createIfAbsent()} when the program starts. */");
    out.line("public static " + name + " of(DynamoDbClient client) {");
    out.line("return of(Table.of(client, SCHEMA));").line("}").line("");
    out.line(
        "/** The access patterns on a table, which may override the name, the clock and other"
            + " settings. This sends no request and does not check the table. */");
    out.line("public static " + name + " of(Table table) {");
    out.line("return new " + name + "(table);").line("}").line("");
    out.line("/** The schema of the table, its entities and its access patterns. */");
    out.line("public static TableSchema schema() {");
    out.line("return SCHEMA;").line("}").line("");
    out.line(
        "/** The first request that a call of an access pattern would send; nothing is sent. */");
    out.line(
        "public DynamoDbRequest request(Consumer<? super "
            + table.element().getQualifiedName()
            + "> call) {");
    out.line("return table.request(recording -> call.accept(of(recording)));");
    out.line("}").line("");
    out.line("/** The table that serves the access patterns. */");
    out.line("public Table table() {");
    out.line("return table;").line("}").line("");
  }

  private void method(ExecutableElement method, Generated generated) {
    var parameters = new ArrayList<String>();
    for (VariableElement parameter : method.getParameters()) {
      parameters.add(declared(parameter) + " " + parameter.getSimpleName());
    }
    out.line("@Override");
    out.line(
        "public "
            + types.source(method.getReturnType())
            + " "
            + method.getSimpleName()
            + "("
            + String.join(", ", parameters)
            + ") {");
    Optional<String> asynchronous = types.asynchronous(method);
    asynchronous.ifPresent(call -> out.line("return this.table." + call + "(() -> {"));
    generated.body().forEach(out::line);
    asynchronous.ifPresent(call -> out.line("});"));
    out.line("}").line("");
  }

  private void schema() {
    out.line("private static TableSchema makeSchema() {");
    out.statement(
        "return new TableSchema(",
        List.of(
            literal(table.name()) + ",",
            key(List.of(table.pk()), table.sk().map(List::of).orElse(List.of())) + ",",
            lines(table.indexes().stream().map(this::index)) + ",",
            Source.optional(table.timeToLive()) + ",",
            lines(table.entities().stream().map(this::entity)) + ",",
            lines(methods.values().stream().map(m -> m.schema().source())) + ")"));
    out.line("}");
  }

  private static String lines(Stream<String> expressions) {
    return expressions.collect(Collectors.joining(",\n          ", "List.of(", ")"));
  }

  private String index(IndexModel index) {
    return "new IndexSchema("
        + String.join(
            ", ",
            literal(index.name()),
            "IndexSchema.Kind." + (index.global() ? "GLOBAL" : "LOCAL"),
            key(table.partition(index.name()), index.sk()),
            "IndexSchema.Projection." + index.projection(),
            Source.listOfLiterals(index.included()))
        + ")";
  }

  private static String key(List<KeyAttribute> partition, List<KeyAttribute> sort) {
    return "new KeySchema(" + attributes(partition) + ", " + attributes(sort) + ")";
  }

  private static String attributes(List<KeyAttribute> attributes) {
    return Source.list(
        attributes.stream()
            .map(a -> "new KeyAttribute(" + literal(a.name()) + ", ScalarType." + a.type() + ")")
            .toList());
  }

  private String entity(EntityModel entity) {
    var keys = new LinkedHashMap<String, String>();
    keys.put(table.pk().name(), entity.pk().text());
    table.sk().ifPresent(sk -> keys.put(sk.name(), entity.sk().orElseThrow().text()));
    for (EntityModel.Index index : entity.indexes()) {
      IndexModel found = table.index(index.name()).orElseThrow();
      for (int i = 0; i < index.pk().size(); i++) {
        keys.put(found.pk().get(i).name(), index.pk().get(i).text());
      }
      for (int i = 0; i < index.sk().size(); i++) {
        keys.put(found.sk().get(i).name(), index.sk().get(i).text());
      }
    }
    return "new EntitySchema("
        + String.join(
            ", ",
            literal(entity.type()),
            Source.mapOfLiterals(keys),
            "Set.of("
                + Source.literals(entity.indexes().stream().map(EntityModel.Index::name).toList())
                + ")",
            entity.components().stream()
                .map(this::component)
                .collect(Collectors.joining(",\n              ", "List.of(", ")")),
            String.valueOf(entity.history()))
        + ")";
  }

  private String component(ComponentModel component) {
    List<String> roles =
        component.roles().stream().map(role -> "EntitySchema.Role." + role.name()).toList();
    return "new EntitySchema.AttributeSchema("
        + String.join(
            ", ",
            literal(component.name()),
            literal(component.attribute()),
            literal(component.conversion().type()),
            literal(types.source(component.element().asType())),
            String.valueOf(component.conversion().optional()),
            "Set.of(" + String.join(", ", roles) + ")")
        + ")";
  }

  /** The type of a parameter, with its annotation that is called Nullable. */
  private String declared(VariableElement parameter) {
    String type = types.source(parameter.asType());
    int name = type.lastIndexOf('.', (type + "<").indexOf('<')) + 1;
    return parameter.asType().getAnnotationMirrors().stream()
        .map(annotation -> annotation.getAnnotationType().asElement())
        .filter(annotation -> annotation.getSimpleName().contentEquals("Nullable"))
        .findFirst()
        .map(annotation -> type.substring(0, name) + "@" + annotation + " " + type.substring(name))
        .orElse(type);
  }
}
