package dev.gramme.toolkit.processor;

import dev.gramme.toolkit.Created;
import dev.gramme.toolkit.Default;
import dev.gramme.toolkit.Entity;
import dev.gramme.toolkit.Gsi;
import dev.gramme.toolkit.History;
import dev.gramme.toolkit.Lsi;
import dev.gramme.toolkit.Shard;
import dev.gramme.toolkit.Ttl;
import dev.gramme.toolkit.Unique;
import dev.gramme.toolkit.Updated;
import dev.gramme.toolkit.Version;
import dev.gramme.toolkit.processor.EntityModel.ComponentModel;
import dev.gramme.toolkit.processor.EntityModel.Conversion;
import dev.gramme.toolkit.processor.EntityModel.Index;
import dev.gramme.toolkit.schema.EntitySchema.Role;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeKind;

/** Reads an entity from its record, and validates it on its own. */
final class EntityReader {
  private static final int INDEX_KEY_ATTRIBUTES = 4;

  private static final int MAX_SHARDS = 10_000;

  private static final int MAX_SHARD_DIGITS = 5;

  private final Types types;
  private final Conversions conversions;

  EntityReader(Types types, Conversions conversions) {
    this.types = types;
    this.conversions = conversions;
  }

  /** The entity of a record. */
  EntityModel read(TypeElement record) {
    if (record.getKind() != ElementKind.RECORD) {
      throw new Problem(record, "an entity must be a record");
    }
    if (!record.getTypeParameters().isEmpty()) {
      throw new Problem(record, "an entity cannot have type parameters");
    }
    for (Element at = record; at != null; at = at.getEnclosingElement()) {
      if (at.getModifiers().contains(Modifier.PRIVATE)) {
        throw new Problem(
            record, "an entity must not be private; generated code must have access to it");
      }
    }
    Entity entity = record.getAnnotation(Entity.class);
    List<ComponentModel> components =
        record.getRecordComponents().stream().map(this::component).toList();
    String type = entity.type().isEmpty() ? record.getSimpleName().toString() : entity.type();
    Template pk = Template.parse(entity.pk(), record);
    Optional<Template> sk =
        entity.sk().isEmpty() ? Optional.empty() : Optional.of(Template.parse(entity.sk(), record));
    var model =
        new EntityModel(
            record,
            type,
            pk,
            sk,
            indexes(record),
            components,
            Upcasts.of(record),
            record.getAnnotation(History.class) != null);
    check(model);
    return model;
  }

  private ComponentModel component(RecordComponentElement component) {
    var roles = EnumSet.noneOf(Role.class);
    Conversion conversion =
        Annotations.converter(component)
            .map(converter -> conversions.custom(converter, component))
            .orElseGet(() -> conversions.of(component.asType(), component));
    if (component.getAnnotation(Unique.class) != null) {
      roles.add(Role.UNIQUE);
      if (!conversion.inKeys()) {
        throw new Problem(component, "values of type " + component.asType() + " cannot be unique");
      }
    }
    if (component.getAnnotation(Version.class) != null) {
      roles.add(Role.VERSION);
      if (component.asType().getKind() != TypeKind.LONG) {
        throw new Problem(component, "a version must be a long");
      }
    }
    Shard shard = component.getAnnotation(Shard.class);
    if (shard != null
        && (!types.name(component.asType()).equals("java.lang.String")
            || shard.value() < 1
            || shard.value() > MAX_SHARDS)) {
      throw new Problem(
          component, "a shard must be a String with a number of shards from 1 to 10000");
    }
    if (shard != null && (shard.digits() < 0 || shard.digits() > MAX_SHARD_DIGITS)) {
      throw new Problem(component, "a shard must have from 1 to 5 digits");
    }
    stamp(component, Created.class, Role.CREATED, conversion, roles);
    stamp(component, Updated.class, Role.UPDATED, conversion, roles);
    if (component.getAnnotation(Default.class) != null
        && (!roles.isEmpty() || component.getAnnotation(Ttl.class) != null)) {
      throw new Problem(
          component,
          "a component with @Unique, @Version, @Ttl, @Created or @Updated has no default");
    }
    conversion = new Defaults(types).apply(component, conversion);
    if (component.getAnnotation(Ttl.class) != null) {
      roles.add(Role.TIME_TO_LIVE);
      conversion = timeToLive(component, conversion);
    }
    return new ComponentModel(
        component,
        component.getSimpleName().toString(),
        Annotations.attribute(component),
        conversion,
        roles);
  }

  /** Adds the role of a time stamp, if the component has its annotation. */
  private void stamp(
      RecordComponentElement component,
      Class<? extends Annotation> annotation,
      Role role,
      Conversion conversion,
      Set<Role> roles) {
    if (component.getAnnotation(annotation) == null) {
      return;
    }
    String name = "@" + annotation.getSimpleName();
    if (!conversion.source().equals("Converters.INSTANT")
        && !conversion.source().equals("Converters.optional(Converters.INSTANT)")) {
      throw new Problem(
          component, "a component with " + name + " must be an Instant or an Optional of one");
    }
    if (!roles.isEmpty() || component.getAnnotation(Ttl.class) != null) {
      throw new Problem(
          component, name + " cannot be combined with @Unique, @Ttl or another time stamp");
    }
    roles.add(role);
  }

  private Conversion timeToLive(RecordComponentElement component, Conversion conversion) {
    if (!"java.time.Instant".equals(types.name(conversion.valueType()))) {
      throw new Problem(component, "a time to live must be an Instant or an Optional of one");
    }
    String source = "Converters.EPOCH_SECONDS";
    return new Conversion(
        conversion.optional() ? "Converters.optional(" + source + ")" : source,
        "N",
        conversion.valueType(),
        conversion.optional(),
        conversion.keyType());
  }

  private static List<Index> indexes(TypeElement record) {
    var indexes = new ArrayList<Index>();
    for (Gsi gsi : record.getAnnotationsByType(Gsi.class)) {
      indexes.add(
          new Index(
              gsi.name(),
              true,
              templates(gsi.pk(), record),
              templates(gsi.sk(), record),
              gsi.projection().name(),
              List.of(gsi.include())));
    }
    for (Lsi lsi : record.getAnnotationsByType(Lsi.class)) {
      indexes.add(
          new Index(
              lsi.name(),
              false,
              List.of(),
              templates(new String[] {lsi.sk()}, record),
              lsi.projection().name(),
              List.of(lsi.include())));
    }
    return indexes;
  }

  private static List<Template> templates(String[] texts, TypeElement record) {
    return Arrays.stream(texts).map(text -> Template.parse(text, record)).toList();
  }

  private void check(EntityModel entity) {
    checkComponents(entity);
    checkTemplate(entity, entity.pk(), "the partition key", true);
    entity.sk().ifPresent(sk -> checkTemplate(entity, sk, "the sort key", true));
    if (entity.history() && entity.components().stream().noneMatch(c -> c.is(Role.VERSION))) {
      throw new Problem(entity.element(), "@History requires a component with @Version");
    }
    var names = new HashSet<String>();
    for (Index index : entity.indexes()) {
      if (!names.add(index.name())) {
        throw new Problem(entity.element(), "the index " + index.name() + " is declared twice");
      }
      checkIndex(entity, index);
    }
  }

  private static void checkComponents(EntityModel entity) {
    var attributes = new HashMap<String, String>();
    for (ComponentModel component : entity.components()) {
      String other = attributes.put(component.attribute(), component.name());
      if (other != null) {
        throw new Problem(
            component.element(),
            component.name() + " and " + other + " are both stored in " + component.attribute());
      }
    }
    Map<Role, String> single =
        Map.of(
            Role.VERSION, "@Version",
            Role.TIME_TO_LIVE, "@Ttl",
            Role.CREATED, "@Created",
            Role.UPDATED, "@Updated");
    single.forEach((role, annotation) -> {
      if (entity.components().stream().filter(component -> component.is(role)).count() > 1) {
        throw new Problem(entity.element(), "an entity can have only one " + annotation);
      }
    });
  }

  private void checkIndex(EntityModel entity, Index index) {
    String what = "the key of the index " + index.name();
    if (index.pk().size() > INDEX_KEY_ATTRIBUTES || index.sk().size() > INDEX_KEY_ATTRIBUTES) {
      throw new Problem(
          entity.element(), what + " has more than " + INDEX_KEY_ATTRIBUTES + " attributes");
    }
    if (index.global() && index.pk().isEmpty()) {
      throw new Problem(entity.element(), what + " has no partition key");
    }
    index.pk().forEach(template -> checkTemplate(entity, template, what, false));
    index.sk().forEach(template -> checkTemplate(entity, template, what, false));
    for (String included : index.include()) {
      if (entity.component(included).isEmpty()) {
        throw new Problem(
            entity.element(),
            "the index " + index.name() + " includes " + included + ", which is not a component");
      }
    }
    if (index.include().isEmpty() == "INCLUDE".equals(index.projection())) {
      throw new Problem(
          entity.element(),
          "the index "
              + index.name()
              + " must list components to include if, and only if, it projects INCLUDE");
    }
  }

  private void checkTemplate(EntityModel entity, Template template, String what, boolean always) {
    var seen = new HashSet<String>();
    for (String field : template.fields()) {
      ComponentModel component =
          entity
              .component(field)
              .orElseThrow(() ->
                  new Problem(
                      entity.element(),
                      template.text(),
                      what
                          + " \""
                          + template.text()
                          + "\" names {"
                          + field
                          + "}, which is not a component of "
                          + entity.simpleName()));
      if (!seen.add(field)) {
        throw new Problem(
            entity.element(),
            template.text(),
            what + " \"" + template.text() + "\" names {" + field + "} twice");
      }
      if (!component.conversion().inKeys()) {
        throw new Problem(
            component.element(),
            field
                + " is part of "
                + what
                + ", but values of type "
                + types.source(component.element().asType())
                + (types.name(component.valueType()).equals("java.time.ZonedDateTime")
                    ? " have several keys for one moment, one for each zone; use an Instant"
                    : " have no encoding that preserves their order"));
      }
      if (always && component.conversion().optional()) {
        throw new Problem(
            component.element(), field + " is part of " + what + " and cannot be missing");
      }
      if (always && (component.is(Role.CREATED) || component.is(Role.UPDATED))) {
        throw new Problem(
            component.element(),
            field
                + " is set by writes and cannot be part of "
                + what
                + "; an index can contain it");
      }
      if (component.is(Role.VERSION)) {
        throw new Problem(component.element(), "a version changes and cannot be part of a key");
      }
    }
  }
}
