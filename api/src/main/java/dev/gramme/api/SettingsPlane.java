package dev.gramme.api;

import dev.gramme.api.resourcepolicy.DeleteResourcePolicy;
import dev.gramme.api.resourcepolicy.GetResourcePolicy;
import dev.gramme.api.resourcepolicy.PutResourcePolicy;
import dev.gramme.engine.Engine;
import java.util.List;

/** The operations on what is set for a table beside its definition. */
final class SettingsPlane {

  private SettingsPlane() {}

  /** All of them. */
  static List<Operation> operations(Engine engine) {
    var catalog = engine.catalog();
    return List.of(
        new PutResourcePolicy(catalog, engine.policies()),
        new GetResourcePolicy(catalog, engine.policies()),
        new DeleteResourcePolicy(catalog, engine.policies()));
  }
}
