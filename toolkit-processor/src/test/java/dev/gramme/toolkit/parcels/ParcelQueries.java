package dev.gramme.toolkit.parcels;

import dev.gramme.toolkit.AccessPatterns;
import dev.gramme.toolkit.Cursor;
import dev.gramme.toolkit.Delete;
import dev.gramme.toolkit.Exclude;
import dev.gramme.toolkit.Get;
import dev.gramme.toolkit.Include;
import dev.gramme.toolkit.IndexKeys;
import dev.gramme.toolkit.Page;
import dev.gramme.toolkit.Put;
import dev.gramme.toolkit.Query;
import dev.gramme.toolkit.Range;
import dev.gramme.toolkit.Scan;
import dev.gramme.toolkit.Transaction;
import dev.gramme.toolkit.Update;
import dev.gramme.toolkit.Versions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The access patterns of parcels. */
@AccessPatterns(
    table = "parcels",
    indexes = {
      @IndexKeys(name = "byNumber", pk = "SK", sk = "stateKey"),
      @IndexKeys(name = "byCarrier", pk = "carrierKey", sk = "dueKey"),
      @IndexKeys(name = "byState", pk = "statePartition", sk = "dueKey"),
      @IndexKeys(name = "billsByState", pk = "billState")
    })
public interface ParcelQueries {
  /** The number and the state of a parcel. */
  record Brief(long number, String state) {}

  @Put(condition = "attribute_not_exists(city) OR city = :expected")
  void save(Parcel parcel, Optional<String> expected);

  @Get
  Optional<Parcel> parcel(String depot, long number);

  @Get(Parcel.class)
  Optional<Brief> brief(String depot, long number);

  @Query(index = "byNumber")
  List<Parcel> numbered(long number, String state);

  @Query(index = "byCarrier")
  List<Parcel> carriedBy(String carrier);

  @Query(index = "byState")
  List<Parcel> inState(String state, Range<Instant> due);

  @Query(index = "byState", value = Parcel.class)
  List<Brief> briefsInState(String state);

  @Query(filter = "(origin.city = :from AND city = :to)")
  List<Parcel> between(String depot, Optional<String> from, String to);

  @Query(value = Parcel.class, filter = "((city = :to))")
  long count(String depot, String to);

  @Update
  Parcel move(String depot, long number, String state);

  @Update
  Parcel delay(String depot, long number, Instant due, Optional<String> carrier);

  @Update(condition = "(city <> :other)")
  Parcel mark(String depot, long number, @Include("marks") String mark, Optional<String> other);

  /** The key of a parcel, and marks to remove. */
  record Unmarked(String depot, long number, @Exclude Set<String> marks) {}

  @Transaction
  void unmark(@Update(Parcel.class) Unmarked unmarked);

  @Put
  Waybill issue(Waybill waybill);

  @Versions
  List<Waybill> issued(String depot, long number);

  @Query(index = "byNumber")
  List<Waybill> bills(long number);

  @Query(index = "billsByState")
  List<Waybill> billsIn(String state);

  @Query(index = "billsByState", value = Waybill.class)
  long countBillsIn(String state);

  /** The state of a waybill. */
  record State(long number, String state) {}

  @Scan
  List<Waybill> allBills();

  @Scan(Waybill.class)
  List<State> states();

  @Scan(value = Waybill.class, filter = "state = :state")
  long countBills(String state);

  @Delete(Parcel.class)
  void discard(String depot, long number);

  @Put
  Remark remark(Remark remark);

  @Scan
  List<Remark> remarks();

  @Put
  void seal(Seal seal);

  @Query(limit = 1)
  Page<Seal> seals(String depot, Range<byte[]> code, Cursor after);
}
