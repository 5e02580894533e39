package dev.gramme.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.engine.key.SystemKeys;
import dev.gramme.model.ByteWriter;
import dev.gramme.model.Utf8;
import dev.gramme.storage.faulty.SharedMemory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerNumbersTest {
  private final SharedMemory store = new SharedMemory();

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void numbers_are_unique_and_differ_from_those_of_earlier_versions() {
    assertThat(ServerNumbers.next(store)).isEqualTo(ServerNumbers.FIRST);
    assertThat(ServerNumbers.next(store)).isEqualTo(ServerNumbers.FIRST + 1);
  }

  @Test
  void a_counter_that_began_with_one_continues_with_the_lowest_number() {
    byte[] counter = SystemKeys.named(SystemKeys.COUNTERS, Utf8.bytes("servers"));
    byte[] seven = new ByteWriter(Long.BYTES).writeLong(7).toByteArray();
    BlockingTransactions.run(store, tx -> tx.put(counter, seven));
    assertThat(ServerNumbers.next(store)).isEqualTo(ServerNumbers.FIRST);
    assertThat(ServerNumbers.next(store)).isEqualTo(ServerNumbers.FIRST + 1);
  }
}
