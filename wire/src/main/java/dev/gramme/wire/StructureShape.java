package dev.gramme.wire;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An object with known members. The members are declared in the order in which the service reports
 * violated constraints, which is not the order of its documentation.
 */
public final class StructureShape implements Shape<Structure> {
  static final String TYPE_PREFIX = "com.amazonaws.dynamodb.v20120810.";

  private final String name;
  private final List<Member<?>> members;
  private final Map<String, Member<?>> byName;
  private final List<Member<?>> echoed;
  private final boolean constrained;
  private final boolean strict;

  private StructureShape(
      String name, List<Member<?>> members, List<Member<?>> echoed, boolean strict) {
    this.name = name;
    this.strict = strict;
    this.members = members;
    this.echoed = echoed;
    this.byName = HashMap.newHashMap(members.size());
    boolean found = false;
    for (Member<?> member : members) {
      if (byName.put(member.name(), member) != null) {
        throw new IllegalArgumentException(name + " has two members " + member.name());
      }
      found |= member.isRequired() || member.shape().isConstrained();
    }
    this.constrained = found;
  }

  /**
   * A structure with these members, in the order in which violations are reported.
   *
   * @param name the service's name of the type, such as {@code KeySchemaElement}
   */
  public static StructureShape of(String name, Member<?>... members) {
    return bound(name, List.of(members), List.of(members), false);
  }

  /** A structure whose members have another order in messages. */
  public static StructureShape echoed(
      String name, List<Member<?>> members, List<Member<?>> echoedInOrder) {
    return bound(name, List.copyOf(members), List.copyOf(echoedInOrder), false);
  }

  /**
   * A structure whose required members are checked during decoding. The service's newer front end
   * does this (SearchVectors, November 2026); its error messages have the position in the JSON at
   * which a member is null or missing.
   */
  public static StructureShape strict(String name, Member<?>... members) {
    return bound(name, List.of(members), List.of(members), true);
  }

  private static StructureShape bound(
      String name, List<Member<?>> members, List<Member<?>> echoed, boolean strict) {
    var shape = new StructureShape(name, members, echoed, strict);
    for (int i = 0; i < members.size(); i++) {
      members.get(i).bind(shape, i);
    }
    return shape;
  }

  /** The service's name of the type. */
  public String name() {
    return name;
  }

  /** The members, in the order in which violations are reported. */
  public List<Member<?>> members() {
    return members;
  }

  /** The member of this name in JSON, null if there is none. */
  @Nullable Member<?> member(String name) {
    return byName.get(name);
  }

  /** The members in the order in which messages show them. */
  List<Member<?>> echoed() {
    return echoed;
  }

  /** Whether required members are checked during decoding. */
  boolean isStrict() {
    return strict;
  }

  @Override
  public boolean isConstrained() {
    return constrained;
  }

  @Override
  public String typeName() {
    return TYPE_PREFIX + name;
  }
}
