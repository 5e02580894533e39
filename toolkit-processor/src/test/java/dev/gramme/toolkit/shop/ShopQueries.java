package dev.gramme.toolkit.shop;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Add;
import dev.gramme.toolkit.Collection;
import dev.gramme.toolkit.Create;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Include;
import dev.gramme.toolkit.Ksuid;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The access patterns of the shop's table. */
@AccessPatterns(table = "shop")
public interface ShopQueries {
  @Get(consistent = true)
  Optional<Customer> customer(String email);

  @Get(consistent = true)
  Optional<Customer> withHandle(String handle);

  @Collection(budget = "4 RCU")
  Page<Shop> history(String email, Cursor after, int limit);

  @Query(index = "byStatus")
  Page<Order> byStatus(Status status, Range<Instant> placedAt, Cursor after);

  @Query(descending = true, filter = "total >= :least", limit = 10)
  List<Order> ordersOver(String email, long least);

  @Put
  Customer save(Customer customer);

  @Create
  void place(Order order);

  @Update
  Order ship(String email, Instant placedAt, Ksuid id, Status status, @Add long total);

  @Update(Order.class)
  void tag(
      String email, Instant placedAt, Ksuid id, @Include(value = "tags", limit = 2) String tag);

  @Delete(Customer.class)
  void remove(String email);

  @Delete
  void drop(Customer customer);

  @Transaction
  void register(@Create Customer customer, @Create Order order);
}
