package dev.gramme.model;

import dev.gramme.model.AttributeValue.B;
import dev.gramme.model.AttributeValue.BS;
import dev.gramme.model.AttributeValue.Bool;
import dev.gramme.model.AttributeValue.L;
import dev.gramme.model.AttributeValue.M;
import dev.gramme.model.AttributeValue.N;
import dev.gramme.model.AttributeValue.NS;
import dev.gramme.model.AttributeValue.Null;
import dev.gramme.model.AttributeValue.S;
import dev.gramme.model.AttributeValue.SS;
import dev.gramme.model.budget.HeapSize;
import dev.gramme.model.budget.RequestBudget;
import java.math.BigDecimal;
import java.util.ArrayList;

/**
 * The storage format of items: a version byte, the size of the item, then the attributes. Each
 * attribute is a name and a value. A value is a tag byte and its content; every part of variable
 * length is preceded by its length.
 */
public final class ItemCodec {
  private static final int VERSION = 1;

  /**
   * The maximum nesting depth. It is far above the service's limit and protects the stack against
   * damaged data.
   */
  private static final int MAX_LEVELS = 200;

  /** The maximum initial capacity of a collection, since a count in damaged data may be wrong. */
  private static final int MAX_INITIAL_CAPACITY = 1 << 10;

  private static final int TAG_S = 1;
  private static final int TAG_N = 2;
  private static final int TAG_B = 3;
  private static final int TAG_FALSE = 4;
  private static final int TAG_TRUE = 5;
  private static final int TAG_NULL = 6;
  private static final int TAG_SS = 7;
  private static final int TAG_NS = 8;
  private static final int TAG_BS = 9;
  private static final int TAG_L = 10;
  private static final int TAG_M = 11;

  private ItemCodec() {}

  /** The bytes of an item. */
  public static byte[] encode(Item item) {
    var out = new ByteWriter(item.sizeBytes() + 4 * item.size() + 16);
    out.writeByte(VERSION).writeVarint(item.sizeBytes());
    writeItem(out, item);
    return out.toByteArray();
  }

  /**
   * Decodes an item. The bytes may be untrusted: the memory that decoding allocates is at most a
   * constant multiple of their length.
   *
   * @throws IllegalStateException if the bytes are not an encoded item
   */
  public static Item decode(byte[] bytes) {
    return decode(new ByteReader(bytes));
  }

  private static Item decode(ByteReader in) {
    int version = in.readByte();
    if (version != VERSION) {
      throw ByteReader.damaged("unknown item version " + version);
    }
    int sizeBytes = in.readVarint();
    return readItem(in, sizeBytes, 0);
  }

  /**
   * Decodes an item for a request. The request's budget is charged one step for each byte and
   * reserves the heap bytes of the item.
   *
   * @throws ApiError a ThrottlingException if the memory budget is exhausted
   */
  public static Item decode(byte[] bytes, RequestBudget budget) {
    budget.spend(bytes.length);
    var in = new ByteReader(bytes);
    Item item = decode(in);
    budget.reserve(in.heapBytes());
    return item;
  }

  private static void writeItem(ByteWriter out, Item item) {
    out.writeVarint(item.size());
    for (var attribute : item.attributes().entrySet()) {
      out.writeText(attribute.getKey());
      writeValue(out, attribute.getValue());
    }
  }

  private static void writeValue(ByteWriter out, AttributeValue value) {
    if (value instanceof S s) {
      out.writeByte(TAG_S).writeText(s.value());
    } else if (value instanceof N n) {
      out.writeByte(TAG_N);
      NumberCodec.write(out, n.value());
    } else if (value instanceof B b) {
      out.writeByte(TAG_B).writeSized(b.value().shared());
    } else if (value instanceof Bool bool) {
      out.writeByte(bool.value() ? TAG_TRUE : TAG_FALSE);
    } else if (value instanceof Null) {
      out.writeByte(TAG_NULL);
    } else if (value instanceof M map) {
      out.writeByte(TAG_M);
      writeItem(out, map.entries());
    } else if (value instanceof L list) {
      out.writeByte(TAG_L).writeVarint(list.elements().size());
      for (AttributeValue element : list.elements()) {
        writeValue(out, element);
      }
    } else {
      writeSet(out, value);
    }
  }

  private static void writeSet(ByteWriter out, AttributeValue value) {
    if (value instanceof SS set) {
      out.writeByte(TAG_SS).writeVarint(set.members().size());
      for (String member : set.members()) {
        out.writeText(member);
      }
    } else if (value instanceof NS set) {
      out.writeByte(TAG_NS).writeVarint(set.members().size());
      for (BigDecimal member : set.members()) {
        NumberCodec.write(out, member);
      }
    } else if (value instanceof BS set) {
      out.writeByte(TAG_BS).writeVarint(set.members().size());
      for (Binary member : set.members()) {
        out.writeSized(member.shared());
      }
    } else {
      throw new IllegalStateException("a value of an unknown type: " + value.type());
    }
  }

  private static Item readItem(ByteReader in, int sizeBytes, int level) {
    int count = in.readCount(2);
    var item = Item.builder(Math.min(count, MAX_INITIAL_CAPACITY));
    in.addHeapBytes(HeapSize.ITEM + (long) count * HeapSize.ENTRY);
    for (int i = 0; i < count; i++) {
      item.put(readText(in), readValue(in, level));
    }
    return item.build(sizeBytes);
  }

  private static String readText(ByteReader in) {
    String text = in.readText();
    in.addHeapBytes(HeapSize.of(text));
    return text;
  }

  private static byte[] readSized(ByteReader in) {
    byte[] bytes = in.readSized();
    in.addHeapBytes(HeapSize.BINARY + bytes.length);
    return bytes;
  }

  private static BigDecimal readNumber(ByteReader in) {
    in.addHeapBytes(HeapSize.NUMBER);
    return NumberCodec.read(in);
  }

  private static AttributeValue readValue(ByteReader in, int level) {
    if (level > MAX_LEVELS) {
      throw ByteReader.damaged("nesting is too deep");
    }
    int tag = in.readByte();
    if (tag < TAG_FALSE || tag > TAG_NULL) {
      in.addHeapBytes(HeapSize.VALUE);
    }
    return switch (tag) {
      case TAG_S -> new S(readText(in));
      case TAG_N -> new N(readNumber(in));
      case TAG_B -> new B(Binary.owning(readSized(in)));
      case TAG_FALSE -> Bool.FALSE;
      case TAG_TRUE -> Bool.TRUE;
      case TAG_NULL -> Null.NULL;
      case TAG_SS, TAG_NS, TAG_BS -> readSet(in, tag);
      case TAG_L -> {
        int count = in.readCount(1);
        in.addHeapBytes(HeapSize.LIST + (long) count * HeapSize.ELEMENT);
        var elements = new ArrayList<AttributeValue>(Math.min(count, MAX_INITIAL_CAPACITY));
        for (int i = 0; i < count; i++) {
          elements.add(readValue(in, level + 1));
        }
        yield new L(elements);
      }
      case TAG_M -> new M(readItem(in, Item.SIZE_UNKNOWN, level + 1));
      default -> throw ByteReader.damaged("unknown value tag " + tag);
    };
  }

  private static AttributeValue readSet(ByteReader in, int tag) {
    int count = in.readCount(1);
    in.addHeapBytes(HeapSize.LIST + (long) count * HeapSize.ELEMENT);
    int capacity = Math.min(count, MAX_INITIAL_CAPACITY);
    if (tag == TAG_SS) {
      var members = new ArrayList<String>(capacity);
      for (int i = 0; i < count; i++) {
        members.add(readText(in));
      }
      return new SS(members);
    }
    if (tag == TAG_NS) {
      var members = new ArrayList<BigDecimal>(capacity);
      for (int i = 0; i < count; i++) {
        members.add(readNumber(in));
      }
      return new NS(members);
    }
    var members = new ArrayList<Binary>(capacity);
    for (int i = 0; i < count; i++) {
      members.add(Binary.owning(readSized(in)));
    }
    return new BS(members);
  }
}
