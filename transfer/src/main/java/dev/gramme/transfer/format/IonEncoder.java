package dev.gramme.transfer.format;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
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
import dev.gramme.model.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Ion text: each line is a separate document, {@code $ion_1_0 {Item:{Id:103.,...}}}. Numbers are
 * decimals, so {@code 103} is written {@code 103.}; sets are lists with an annotation.
 */
final class IonEncoder implements LineEncoder {
  static final String STRING_SET = "$dynamodb_SS";
  static final String NUMBER_SET = "$dynamodb_NS";
  static final String BINARY_SET = "$dynamodb_BS";

  private static final byte[] VERSION = "$ion_1_0 ".getBytes(StandardCharsets.US_ASCII);
  private static final IonTextWriterBuilder TEXT = IonTextWriterBuilder.standard().immutable();

  private final ByteArrayOutputStream line = new ByteArrayOutputStream(4096);

  @Override
  public void item(Item item, OutputStream out) throws IOException {
    line.reset();
    try (IonWriter ion = TEXT.build(line)) {
      ion.stepIn(IonType.STRUCT);
      write(ion, "Item", item);
      ion.stepOut();
    }
    end(out);
  }

  @Override
  public void change(Change change, OutputStream out) throws IOException {
    line.reset();
    try (IonWriter ion = TEXT.build(line)) {
      ion.stepIn(IonType.STRUCT);
      ion.setFieldName("Record");
      ion.stepIn(IonType.STRUCT);
      write(ion, "Keys", change.keys());
      ion.setFieldName("Metadata");
      ion.stepIn(IonType.STRUCT);
      ion.setFieldName("WriteTimestampMicros");
      ion.writeDecimal(canonical(BigDecimal.valueOf(change.writtenMicros())));
      ion.stepOut();
      Item oldImage = change.oldImage();
      if (oldImage != null) {
        write(ion, "OldImage", oldImage);
      }
      Item newImage = change.newImage();
      if (newImage != null) {
        write(ion, "NewImage", newImage);
      }
      ion.stepOut();
      ion.stepOut();
    }
    end(out);
  }

  private void end(OutputStream out) throws IOException {
    out.write(VERSION);
    line.writeTo(out);
    out.write('\n');
  }

  private static void write(IonWriter ion, String name, Item item) throws IOException {
    ion.setFieldName(name);
    write(ion, item);
  }

  private static void write(IonWriter ion, Item item) throws IOException {
    ion.stepIn(IonType.STRUCT);
    for (var attribute : item.attributes().entrySet()) {
      ion.setFieldName(attribute.getKey());
      write(ion, attribute.getValue());
    }
    ion.stepOut();
  }

  private static void write(IonWriter ion, AttributeValue value) throws IOException {
    switch (value) {
      case S s -> ion.writeString(s.value());
      case N n -> ion.writeDecimal(canonical(n.value()));
      case B b -> ion.writeBlob(b.value().toByteArray());
      case Bool bool -> ion.writeBool(bool.value());
      case Null nothing -> ion.writeNull();
      case SS set -> {
        beginSet(ion, STRING_SET);
        for (String member : set.members()) {
          ion.writeString(member);
        }
        ion.stepOut();
      }
      case NS set -> {
        beginSet(ion, NUMBER_SET);
        for (BigDecimal member : set.members()) {
          ion.writeDecimal(canonical(member));
        }
        ion.stepOut();
      }
      case BS set -> {
        beginSet(ion, BINARY_SET);
        for (Binary member : set.members()) {
          ion.writeBlob(member.toByteArray());
        }
        ion.stepOut();
      }
      case L list -> {
        ion.stepIn(IonType.LIST);
        for (AttributeValue element : list.elements()) {
          write(ion, element);
        }
        ion.stepOut();
      }
      case M map -> write(ion, map.entries());
    }
  }

  private static void beginSet(IonWriter ion, String annotation) throws IOException {
    ion.setTypeAnnotations(annotation);
    ion.stepIn(IonType.LIST);
  }

  /** Removes trailing zeros: the service writes 600 as {@code 6d2}. */
  private static BigDecimal canonical(BigDecimal number) {
    return number.signum() == 0 ? BigDecimal.ZERO : number.stripTrailingZeros();
  }
}
