package dev.gramme.apps.comparison.enhanced;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A customer who waits for seats of an event. */
@DynamoDbBean
public class Waiting {
  private @Nullable String event;
  private @Nullable Instant joinedAt;
  private @Nullable String customer;
  private @Nullable Integer seats;

  @DynamoDbPartitionKey
  public String getPk() {
    return "EVENT#" + event;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "WAIT#" + joinedAt + "#" + customer;
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  public @Nullable String getEvent() {
    return event;
  }

  public void setEvent(@Nullable String event) {
    this.event = event;
  }

  public @Nullable Instant getJoinedAt() {
    return joinedAt;
  }

  public void setJoinedAt(@Nullable Instant joinedAt) {
    this.joinedAt = joinedAt;
  }

  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String customer) {
    this.customer = customer;
  }

  public @Nullable Integer getSeats() {
    return seats;
  }

  public void setSeats(@Nullable Integer seats) {
    this.seats = seats;
  }
}
