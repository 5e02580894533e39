package dev.gramme.engine.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import dev.gramme.engine.replication.Message.Change;
import dev.gramme.engine.replication.Message.Kind;
import dev.gramme.engine.version.ItemVersion;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Item;
import dev.gramme.model.ReadCeilings;
import dev.gramme.model.ReplicaSettings;
import dev.gramme.testkit.Gen;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Messages come from the network, and any client may send one. */
class MessageTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /**
   * Objects are larger than their encoding: an attribute of two bytes has a name and a map entry.
   */
  private static final int MAX_TIMES = 250;

  private static final int MAP = 11;
  private static final int LIST = 10;

  private static Message any(Gen gen) {
    return switch (gen.nextInt(8)) {
      case 0 -> Message.probe("things", "a-region");
      case 1 -> Message.about(Kind.JOIN, "things", "a-region", "b-region");
      case 2 -> Message.drop("things", "a-region", gen.chance(50));
      case 3 -> Message.own("things", "a-region", settings(gen), gen.nextInt(1 << 30));
      case 4 -> Message.update("things", "a-region", settings(gen), settings(gen), 7);
      case 5 -> Message.about(Kind.HAND_OVER, "things", "a-region", "a-region");
      default -> Message.changes("things", "a-region", gen.listOf(0, 5, () -> change(gen)));
    };
  }

  private static ReplicaSettings settings(Gen gen) {
    var ceilings = gen.chance(50) ? ReadCeilings.NONE : ReadCeilings.NONE.withTable(-1);
    for (int i = gen.nextInt(4); i > 0; i--) {
      ceilings = ceilings.withIndex("index " + i, gen.nextInt(1000));
    }
    return new ReplicaSettings(gen.chance(50) ? null : "STANDARD", "a key", ceilings);
  }

  private static Change change(Gen gen) {
    return new Change(gen.item(), gen.chance(30), new ItemVersion(gen.nextInt(1 << 30), "b"));
  }

  @Test
  void a_message_is_decoded_as_it_was_encoded() {
    Gen.forAll(
        300,
        gen -> {
          Message message = any(gen);
          assertThat(Message.decode(message.encode())).isEqualTo(message);
        });
  }

  @Test
  void damaged_bytes_are_decoded_or_rejected_within_bounded_memory() {
    Gen.forAll(
        20_000,
        gen -> {
          byte[] bytes =
              gen.chance(10) ? gen.bytes(gen.nextInt(200)) : damaged(gen, any(gen).encode());
          check(bytes);
        });
  }

  /** Decodes the bytes, null if they are not a message. */
  private static @Nullable Message check(byte[] bytes) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    Message message;
    try {
      message = Message.decode(bytes);
    } catch (IllegalStateException refused) {
      message = null;
    }
    assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
        .isLessThan(1_000_000 + (long) MAX_TIMES * bytes.length);
    return message;
  }

  private static byte[] damaged(Gen gen, byte[] good) {
    byte[] bytes = good.clone();
    for (int i = gen.between(1, 4); i > 0; i--) {
      int at = gen.nextInt(bytes.length);
      switch (gen.nextInt(4)) {
        case 0 -> bytes[at] = (byte) gen.nextInt(256);
        case 1 -> bytes = Arrays.copyOf(bytes, at + 1);
        case 2 -> bytes = with(bytes, at, new ByteWriter(5).writeVarint(gen.oneOf(lengths())));
        default -> bytes = with(bytes, at, new ByteWriter(9).write(gen.bytes(gen.nextInt(9))));
      }
    }
    return bytes;
  }

  private static List<Integer> lengths() {
    return List.of(Integer.MAX_VALUE, 1 << 30, 1 << 16, -1, Integer.MIN_VALUE, 200);
  }

  private static byte[] with(byte[] bytes, int at, ByteWriter inserted) {
    return new ByteWriter(bytes.length + 9)
        .write(Arrays.copyOf(bytes, at))
        .write(inserted.toByteArray())
        .write(Arrays.copyOfRange(bytes, at, bytes.length))
        .toByteArray();
  }

  private static ByteWriter beginning() {
    return new ByteWriter(64).writeByte(1).writeVarint(0);
  }

  @Test
  void excessive_counts_allocate_no_memory() {
    for (int count : lengths()) {
      byte[] attributes = beginning().writeVarint(count).write(new byte[8]).toByteArray();
      assertThat(check(attributes)).isNull();
      byte[] list =
          beginning()
              .writeVarint(1)
              .writeText("a")
              .writeByte(LIST)
              .writeVarint(count)
              .toByteArray();
      assertThat(check(list)).isNull();
    }
  }

  @Test
  void deeply_nested_values_are_rejected_before_the_stack_overflows() {
    var maps = beginning().writeVarint(1).writeText("a");
    for (int i = 0; i < 1_000_000; i++) {
      maps.writeByte(MAP).writeVarint(1).writeText("");
    }
    byte[] nested = maps.toByteArray();
    assertThatThrownBy(() -> Message.decode(nested))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("nesting is too deep");
  }

  @Test
  void nested_maps_with_excessive_counts_allocate_little_memory() {
    var maps = beginning().writeVarint(1).writeText("a");
    for (int i = 0; i < 150; i++) {
      maps.writeByte(MAP).writeVarint(60_000).writeText("");
    }
    assertThat(check(maps.write(new byte[200_000]).toByteArray())).isNull();
  }

  @Test
  void numbers_of_a_million_digits_are_rejected_immediately() {
    var number = beginning().writeVarint(1).writeText("a").writeByte(2).writeByte(3).writeByte(200);
    for (int i = 0; i < 500_000; i++) {
      number.writeByte(50);
    }
    assertThat(check(number.toByteArray())).isNull();
  }

  @Test
  void a_body_without_the_members_of_its_kind_is_rejected() {
    for (Kind kind :
        List.of(Kind.CHANGE, Kind.JOIN, Kind.OPEN, Kind.LEAVE, Kind.SHARE, Kind.OWN, Kind.UPDATE)) {
      byte[] empty = new Message(kind, "things", "a-region", Item.empty()).encode();
      assertThatThrownBy(() -> Message.decode(empty)).isInstanceOf(IllegalStateException.class);
    }
  }
}
