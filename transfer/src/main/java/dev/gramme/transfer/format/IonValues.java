package dev.gramme.transfer.format;

import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import dev.gramme.model.ApiError;
import dev.gramme.model.AttributeValue;
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
import dev.gramme.model.Binary;
import dev.gramme.model.DynamoNumber;
import dev.gramme.model.Item;
import dev.gramme.model.Limits;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Attribute values in Ion, by the service's table of types. An Ion integer is also accepted as a
 * number, which the table does not mention; other types are refused.
 */
final class IonValues {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private final IonReader ion;
  private int values;

  private IonValues(IonReader ion) {
    this.ion = ion;
  }

  /**
   * The item at the current position of the reader.
   *
   * @throws ApiError a ValidationException if there is no valid item
   */
  static Item item(IonReader ion) {
    if (ion.getType() != IonType.STRUCT || ion.isNullValue()) {
      throw ApiError.validation("The member Item is not an Ion structure");
    }
    return new IonValues(ion).struct(0);
  }

  private Item struct(int depth) {
    var item = Item.builder();
    ion.stepIn();
    while (ion.next() != null) {
      countValue();
      String name = ion.getFieldName();
      if (name.isEmpty()) {
        throw ApiError.validation("Supplied attribute name is empty");
      }
      item.put(name, value(depth));
    }
    ion.stepOut();
    return item.build();
  }

  private AttributeValue value(int depth) {
    IonType type = ion.getType();
    if (ion.isNullValue()) {
      if (type != IonType.NULL) {
        throw unsupported("null." + type);
      }
      return Null.NULL;
    }
    return switch (type) {
      case STRING -> new S(ion.stringValue());
      case BOOL -> Bool.of(ion.booleanValue());
      case DECIMAL, INT -> new N(number());
      case BLOB -> new B(binary());
      case LIST -> list(depth + 1);
      case STRUCT -> {
        checkDepth(depth + 1);
        yield new M(struct(depth + 1));
      }
      case NULL -> Null.NULL;
      case FLOAT, TIMESTAMP, SYMBOL, CLOB, SEXP, DATAGRAM -> throw unsupported(type.toString());
    };
  }

  /**
   * Counts a value of the item. Each adds at least a byte to the size of an item, but may take much
   * more memory, so an item with too many values is refused before all of them are in memory.
   */
  private void countValue() {
    values++;
    if (values > Limits.ITEM_BYTES) {
      throw ApiError.validation(RecordTexts.TOO_LONG);
    }
  }

  private AttributeValue list(int depth) {
    checkDepth(depth);
    @Nullable String set = set(ion.getTypeAnnotations());
    if (set == null) {
      return new L(elements(() -> value(depth)));
    }
    return switch (set) {
      case IonEncoder.STRING_SET -> {
        List<String> members = elements(() -> member(IonType.STRING, ion::stringValue));
        var strings = new SS(members);
        checkSet(members.size(), strings.members().size());
        yield strings;
      }
      case IonEncoder.NUMBER_SET -> {
        List<BigDecimal> members = elements(this::numberMember);
        var numbers = new NS(members);
        checkSet(members.size(), numbers.members().size());
        yield numbers;
      }
      default -> {
        List<Binary> members = elements(() -> member(IonType.BLOB, this::binary));
        var binaries = new BS(members);
        checkSet(members.size(), binaries.members().size());
        yield binaries;
      }
    };
  }

  private static @Nullable String set(String[] annotations) {
    for (String annotation : annotations) {
      if (annotation.equals(IonEncoder.STRING_SET)
          || annotation.equals(IonEncoder.NUMBER_SET)
          || annotation.equals(IonEncoder.BINARY_SET)) {
        return annotation;
      }
    }
    return null;
  }

  private <T> List<T> elements(Supplier<T> element) {
    var elements = new ArrayList<T>();
    ion.stepIn();
    while (ion.next() != null) {
      countValue();
      elements.add(element.get());
    }
    ion.stepOut();
    return elements;
  }

  private <T> T member(IonType type, Supplier<T> value) {
    if (ion.getType() != type || ion.isNullValue()) {
      throw ApiError.validation("A member of a set is not of the set's type");
    }
    return value.get();
  }

  private BigDecimal numberMember() {
    return ion.getType() == IonType.INT
        ? member(IonType.INT, this::number)
        : member(IonType.DECIMAL, this::number);
  }

  private BigDecimal number() {
    BigDecimal value =
        ion.getType() == IonType.INT
            ? new BigDecimal(ion.bigIntegerValue())
            : ion.bigDecimalValue();
    return DynamoNumber.checked(value);
  }

  private Binary binary() {
    return Binary.copyOf(ion.newBytes());
  }

  private static void checkSet(int members, int distinct) {
    if (members == 0) {
      throw ApiError.validation(INVALID + "A set may not be empty");
    }
    if (distinct < members) {
      throw ApiError.validation(INVALID + "Input collection contains duplicates.");
    }
  }

  private static void checkDepth(int depth) {
    if (depth > Limits.NESTING_LEVELS) {
      throw ApiError.validation(RecordTexts.TOO_DEEP);
    }
  }

  private static ApiError unsupported(String type) {
    return ApiError.validation("The Ion type " + type + " is not an attribute type");
  }
}
