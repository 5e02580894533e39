package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.Item;
import dev.gramme.model.TableChanges;
import dev.gramme.model.TableChanges.Limited;
import dev.gramme.model.Transition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;

/** Encodes the transitions and recent changes of a stored definition. */
final class TableChangesCodec {

  private TableChangesCodec() {}

  static void put(Item.Builder out, TableChanges changes) {
    if (!changes.underWay().isEmpty()) {
      out.put("Transitions", new L(changes.underWay().stream().map(t -> encode(t)).toList()));
    }
    if (!changes.recent().isEmpty()) {
      var recent = Item.builder(changes.recent().size());
      for (Limited limited : Limited.values()) {
        var instants = changes.recent().get(limited);
        if (instants != null) {
          recent.put(limited.name(), texts(instants));
        }
      }
      out.put("RecentChanges", new M(recent.build()));
    }
  }

  static TableChanges changes(Item in) {
    var underWay = new ArrayList<Transition>();
    if (in.get("Transitions") instanceof L(var transitions)) {
      transitions.forEach(transition -> underWay.add(transition(((M) transition).entries())));
    }
    var recent = new EnumMap<Limited, List<Instant>>(Limited.class);
    if (in.get("RecentChanges") instanceof M(var all)) {
      for (Limited limited : Limited.values()) {
        if (all.get(limited.name()) instanceof L(var instants)) {
          recent.put(
              limited,
              instants.stream().map(instant -> Instant.parse(((S) instant).value())).toList());
        }
      }
    }
    return underWay.isEmpty() && recent.isEmpty()
        ? TableChanges.NONE
        : new TableChanges(underWay, recent);
  }

  private static AttributeValue encode(Transition transition) {
    var out = Item.builder(3);
    out.put("Kind", new S(transition.kind().name()));
    out.put("Subject", new S(transition.subject()));
    out.put("Due", new S(transition.due().toString()));
    return new M(out.build());
  }

  private static Transition transition(Item in) {
    return new Transition(
        Transition.Kind.valueOf(text(in, "Kind")),
        text(in, "Subject"),
        Instant.parse(text(in, "Due")));
  }

  private static String text(Item in, String name) {
    if (in.get(name) instanceof S(var value)) {
      return value;
    }
    throw new IllegalStateException("damaged table definition: transition without " + name);
  }

  private static L texts(List<Instant> instants) {
    return new L(
        instants.stream().<AttributeValue>map(instant -> new S(instant.toString())).toList());
  }
}
