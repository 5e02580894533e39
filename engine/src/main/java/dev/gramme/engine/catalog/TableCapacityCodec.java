package dev.gramme.engine.catalog;

import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.BillingMode;
import dev.gramme.model.Item;
import dev.gramme.model.OnDemandThroughput;
import dev.gramme.model.TableCapacity;
import dev.gramme.model.Throughput;
import dev.gramme.model.WarmThroughput;
import org.jspecify.annotations.Nullable;

/** Encodes the capacity of a stored definition, and the throughput of its global indexes. */
final class TableCapacityCodec {

  private TableCapacityCodec() {}

  static void put(Item.Builder out, TableCapacity capacity) {
    out.put("BillingMode", new S(capacity.billingMode().name()));
    StoredFields.putInstant(out, "BillingSwitched", capacity.billingSwitched());
    putThroughputs(out, capacity.throughput(), capacity.onDemand(), capacity.warm());
    ReplicaCodec.put(out, capacity.readCeilings());
  }

  static TableCapacity capacity(Item in) {
    return new TableCapacity(
        BillingMode.valueOf(StoredFields.text(in, "BillingMode")),
        StoredFields.instant(in, "BillingSwitched"),
        throughput(in),
        onDemand(in),
        warm(in),
        ReplicaCodec.ceilings(in));
  }

  static void putThroughputs(
      Item.Builder out,
      Throughput throughput,
      @Nullable OnDemandThroughput onDemand,
      @Nullable WarmThroughput warm) {
    out.put("ReadUnits", N.of(throughput.readUnits()));
    out.put("WriteUnits", N.of(throughput.writeUnits()));
    StoredFields.putInstant(out, "LastIncrease", throughput.lastIncrease());
    StoredFields.putInstant(out, "LastDecrease", throughput.lastDecrease());
    out.put("DecreasesToday", N.of(throughput.decreasesToday()));
    if (onDemand != null) {
      var ceilings = Item.builder(2);
      StoredFields.putLong(ceilings, "Read", onDemand.maxReadRequestUnits());
      StoredFields.putLong(ceilings, "Write", onDemand.maxWriteRequestUnits());
      out.put("OnDemand", new M(ceilings.build()));
    }
    if (warm != null) {
      out.put("WarmReadUnits", N.of(warm.readUnitsPerSecond()));
      out.put("WarmWriteUnits", N.of(warm.writeUnitsPerSecond()));
    }
  }

  static Throughput throughput(Item in) {
    return new Throughput(
        StoredFields.units(in, "ReadUnits"),
        StoredFields.units(in, "WriteUnits"),
        StoredFields.instant(in, "LastIncrease"),
        StoredFields.instant(in, "LastDecrease"),
        StoredFields.number(in, "DecreasesToday"));
  }

  static @Nullable OnDemandThroughput onDemand(Item in) {
    return in.get("OnDemand") instanceof M(var ceilings)
        ? new OnDemandThroughput(
            StoredFields.longOrNull(ceilings, "Read"), StoredFields.longOrNull(ceilings, "Write"))
        : null;
  }

  static @Nullable WarmThroughput warm(Item in) {
    return in.has("WarmReadUnits")
        ? new WarmThroughput(
            StoredFields.units(in, "WarmReadUnits"), StoredFields.units(in, "WarmWriteUnits"))
        : null;
  }
}
