package dev.gramme.engine.index;

import dev.gramme.model.AttributeValue;
import dev.gramme.model.ByteReader;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ItemCodec;
import dev.gramme.model.Utf8;
import dev.gramme.model.VectorIndex;
import dev.gramme.model.budget.RequestBudget;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a vector index: the projected attributes of the item without the vector, and the
 * vector in 32-bit floating point, like in the service. Stored as a version byte, the number of
 * dimensions, the bits of each dimension, and the attributes ({@link ItemCodec}).
 */
public final class VectorEntry {
  private static final int VERSION = 1;
  private static final int HEADER_BYTES = 1 + Integer.BYTES;

  private final Item attributes;
  private final float[] vector;

  VectorEntry(Item attributes, float[] vector) {
    this.attributes = attributes;
    this.vector = vector;
  }

  /** The attributes without the vector. */
  public Item attributes() {
    return attributes;
  }

  /** The vector; callers must not modify it. */
  public float[] vector() {
    return vector;
  }

  /** The vector as a value of the protocol. */
  public AttributeValue.L list() {
    var elements = new ArrayList<AttributeValue>(vector.length);
    for (float element : vector) {
      elements.add(
          new AttributeValue.N(new BigDecimal(Float.toString(element)).stripTrailingZeros()));
    }
    return new AttributeValue.L(elements);
  }

  /** The score of the vector relative to another one. */
  public float score(VectorIndex.Distance distance, float[] from) {
    return VectorScore.of(distance, from, vector);
  }

  /** The size that the service charges for: four bytes per dimension. */
  public int sizeBytes(VectorIndex index) {
    return attributes.sizeBytes() + Utf8.length(index.attribute()) + Float.BYTES * vector.length;
  }

  /** The value of the entry's row. */
  public byte[] encode() {
    byte[] item = ItemCodec.encode(attributes);
    var out = new ByteWriter(HEADER_BYTES + Float.BYTES * vector.length + item.length);
    out.writeByte(VERSION).writeInt(vector.length);
    for (float element : vector) {
      out.writeInt(Float.floatToRawIntBits(element));
    }
    return out.write(item).toByteArray();
  }

  /** Decodes an entry from a row's value. */
  public static VectorEntry decode(byte[] row) {
    return decode(row, RequestBudget.unlimited());
  }

  /**
   * Decodes within the budget of a request, see {@link ItemCodec#decode(byte[], RequestBudget)}.
   */
  public static VectorEntry decode(byte[] row, RequestBudget budget) {
    float[] vector = vector(row);
    int item = HEADER_BYTES + Float.BYTES * vector.length;
    budget.reserve(item);
    return new VectorEntry(
        ItemCodec.decode(Arrays.copyOfRange(row, item, row.length), budget), vector);
  }

  /** Decodes only the vector from a row's value. */
  public static float[] vector(byte[] row) {
    var in = new ByteReader(row);
    if (in.readByte() != VERSION) {
      throw new IllegalStateException("damaged vector entry: unknown version");
    }
    float[] vector = new float[in.readInt()];
    for (int i = 0; i < vector.length; i++) {
      vector[i] = Float.intBitsToFloat(in.readInt());
    }
    return vector;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorEntry that
        && attributes.equals(that.attributes)
        && Arrays.equals(vector, that.vector);
  }

  @Override
  public int hashCode() {
    return 31 * attributes.hashCode() + Arrays.hashCode(vector);
  }
}
