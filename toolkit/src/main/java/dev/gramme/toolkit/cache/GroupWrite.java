package dev.gramme.toolkit.cache;

import dev.gramme.toolkit.cache.ItemCache.Address;
import dev.gramme.toolkit.cache.ItemCache.Cached;
import dev.gramme.toolkit.cache.ItemCache.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The in-flight writes of a request with several writes. */
final class GroupWrite {
  /** The address of a table's item or key; null if it is not cached. */
  @FunctionalInterface
  interface Addresses extends BiFunction<String, Map<String, AttributeValue>, @Nullable Address> {}

  /** A write in flight, and the item after its success, if that is known. */
  private record Write(Address address, Ticket ticket, Optional<Cached> result) {}

  private final ItemCache cache;
  private final List<Write> writes = new ArrayList<>();

  private GroupWrite(ItemCache cache) {
    this.cache = cache;
  }

  static GroupWrite begin(ItemCache cache, BatchWriteItemRequest request, Addresses addresses) {
    GroupWrite group = new GroupWrite(cache);
    request
        .requestItems()
        .forEach((table, all) -> {
          for (WriteRequest write : all) {
            if (write.putRequest() != null) {
              Map<String, AttributeValue> item = write.putRequest().item();
              group.add(addresses.apply(table, item), Optional.of(Cached.of(item)));
            } else if (write.deleteRequest() != null) {
              group.add(
                  addresses.apply(table, write.deleteRequest().key()), Optional.of(Cached.ABSENT));
            }
          }
        });
    return group;
  }

  static GroupWrite begin(ItemCache cache, TransactWriteItemsRequest request, Addresses addresses) {
    GroupWrite group = new GroupWrite(cache);
    // A repeated request with the same token is not executed again, and the items may have changed
    // since the first one.
    boolean isOnce = request.clientRequestToken() == null;
    for (TransactWriteItem write : request.transactItems()) {
      if (write.put() != null) {
        Map<String, AttributeValue> item = write.put().item();
        group.add(
            addresses.apply(write.put().tableName(), item),
            Optional.of(Cached.of(item)).filter(known -> isOnce));
      } else if (write.delete() != null) {
        group.add(
            addresses.apply(write.delete().tableName(), write.delete().key()),
            Optional.of(Cached.ABSENT).filter(known -> isOnce));
      } else if (write.update() != null) {
        group.add(
            addresses.apply(write.update().tableName(), write.update().key()), Optional.empty());
      }
    }
    return group;
  }

  private void add(@Nullable Address address, Optional<Cached> result) {
    if (address != null) {
      writes.add(new Write(address, cache.beginWrite(address), result));
    }
  }

  /** Ends all writes. Some may be unprocessed although the request succeeded. */
  void end(boolean succeeded, List<Address> unmade) {
    for (Write write : writes) {
      boolean made = succeeded && !unmade.contains(write.address);
      cache.endWrite(write.address, write.ticket, made ? write.result.orElse(null) : null);
    }
  }
}
