package dev.gramme.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.SystemKeys;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TablePlacementTest {
  private static String bucket(int bits, String key) {
    byte[] bytes = HexFormat.of().parseHex(key);
    return HexFormat.of().formatHex(new TablePlacement(bits).bucket(bytes));
  }

  @Test
  void rows_of_a_table_are_placed_by_the_first_bits_of_the_hash() {
    assertThat(bucket(6, "00000001" + "ffeeddccbbaa9988" + "0102")).isEqualTo("00000001fc");
    assertThat(bucket(12, "00000001" + "ffeeddccbbaa9988" + "0102")).isEqualTo("00000001ffe0");
    assertThat(bucket(0, "00000001" + "ffeeddccbbaa9988" + "0102")).isEqualTo("00000001");
    assertThat(bucket(8, "00000001")).isEqualTo("00000001");
  }

  @Test
  void each_shard_of_a_stream_has_a_bucket_of_its_own() {
    assertThat(bucket(6, "00000000" + "09" + "00000007" + "00000001" + "0000000000000005"))
        .isEqualTo("00000000090000000700000001");
  }

  @Test
  void versions_of_items_are_placed_by_the_hash_and_tombstones_are_not() {
    String hash = "ffeeddccbbaa9988";
    assertThat(bucket(6, replication("01", hash))).isEqualTo(replication("01", "ff"));
    assertThat(bucket(6, replication("02", "0000000000000005" + hash)))
        .isEqualTo(replication("02", ""));
    assertThat(bucket(6, replication("03", "0102"))).isEqualTo(replication("03", ""));
  }

  private static String replication(String kind, String more) {
    return "00000000" + "%02x".formatted(SystemKeys.REPLICATION) + "00000007" + kind + more;
  }

  private static boolean isDerived(String key) {
    var placement = new TablePlacement(8);
    return placement.isDerived(placement.bucket(HexFormat.of().parseHex(key)));
  }

  @Test
  void entries_of_global_indexes_and_expiries_are_derived() {
    assertThat(isDerived("40000007" + "ffeeddccbbaa9988" + "0102")).isTrue();
    assertThat(isDerived("00000000" + "0d" + "00000007" + "0000000000000005" + "01")).isTrue();
    assertThat(isDerived("00000007" + "ffeeddccbbaa9988" + "0102")).isFalse();
    assertThat(isDerived("00000000" + "0c" + "00000007")).isFalse();
    assertThat(isDerived("00000000" + "02" + "40000007")).isFalse();
    assertThat(isDerived("")).isFalse();
  }

  @Test
  void the_order_of_buckets_follows_the_order_of_keys() {
    long seed = Long.getLong("gramme.seed", System.nanoTime());
    var random = new Random(seed);
    for (int i = 0; i < 200_000; i++) {
      var placement = new TablePlacement(random.nextInt(17));
      byte[] one = key(random);
      byte[] other = random.nextBoolean() ? key(random) : near(one, random);
      int order = Arrays.compareUnsigned(one, other);
      int placed = Arrays.compareUnsigned(placement.bucket(one), placement.bucket(other));
      assertThat(placed == 0 || Integer.signum(placed) == Integer.signum(order))
          .as("%s and %s of seed %d", hex(one), hex(other), seed)
          .isTrue();
    }
  }

  private static byte[] key(Random random) {
    byte[] key = new byte[random.nextInt(16)];
    random.nextBytes(key);
    if (random.nextInt(3) > 0) {
      Arrays.fill(key, 0, Math.min(4, key.length), (byte) 0);
      if (key.length > 4) {
        key[4] = (byte) random.nextInt(SystemKeys.INSIGHTS + 2);
      }
    }
    return key;
  }

  private static byte[] near(byte[] key, Random random) {
    byte[] near = Arrays.copyOf(key, Math.max(0, key.length + random.nextInt(3) - 1));
    if (near.length > 0) {
      near[near.length - 1] += (byte) (random.nextInt(3) - 1);
    }
    return near;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
