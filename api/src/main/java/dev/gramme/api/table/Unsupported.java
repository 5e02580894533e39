package dev.gramme.api.table;

import dev.gramme.model.ApiError;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/**
 * Parameters that the service supports and Gramme does not. They are refused rather than ignored: a
 * table that seems to be encrypted or replicated but is not would be worse than an error.
 */
public final class Unsupported {

  private Unsupported() {}

  /** A member that is a structure. */
  public static Member<Structure> structure(String name) {
    return Member.optional(name, StructureShape.of(name));
  }

  /** A member that is a list of structures. */
  public static Member<List<Structure>> list(String name) {
    return Member.optional(name, TableShapes.list(StructureShape.of(name)));
  }

  /** A member that is a string. */
  public static Member<String> string(String name) {
    return Member.optional(name, Shape.string());
  }

  /**
   * Refuses requests that contain any of these members.
   *
   * @throws ApiError a ValidationException that names the first of them
   */
  public static void refuse(Structure input, List<? extends Member<?>> members) {
    for (Member<?> member : members) {
      if (input.has(member)) {
        throw ApiError.validation("Gramme does not support " + member.name() + " yet");
      }
    }
  }

  /**
   * Refuses requests that contain any of these members for replicas in other accounts: a database
   * has only one account.
   *
   * @throws ApiError a ValidationException that names the first of them
   */
  public static void refuseAccounts(Structure input, List<? extends Member<?>> members) {
    for (Member<?> member : members) {
      if (input.has(member)) {
        throw ApiError.validation(
            "Gramme does not support "
                + member.name()
                + ": it is about replicas in other accounts, and there is one account here");
      }
    }
  }
}
