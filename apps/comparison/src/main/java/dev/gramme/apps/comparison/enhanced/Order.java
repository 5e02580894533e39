package dev.gramme.apps.comparison.enhanced;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A seat that a customer has bought. */
@DynamoDbBean
public class Order {
  private @Nullable String customer;
  private @Nullable Instant placedAt;
  private @Nullable String order;
  private @Nullable String event;
  private @Nullable Long total;
  private @Nullable List<String> notes;

  @DynamoDbPartitionKey
  public String getPk() {
    return "CUST#" + customer;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "ORDER#" + placedAt + "#" + order;
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  @DynamoDbSecondaryPartitionKey(indexNames = "gsi1")
  public @Nullable String getGsi1pk() {
    return event == null ? null : "EVENT#" + event;
  }

  /** Ignored: the key follows from the components. */
  public void setGsi1pk(String key) {}

  @DynamoDbSecondarySortKey(indexNames = "gsi1")
  public @Nullable String getGsi1sk() {
    return placedAt == null ? null : placedAt.toString();
  }

  /** Ignored: the key follows from the components. */
  public void setGsi1sk(String key) {}

  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String customer) {
    this.customer = customer;
  }

  public @Nullable Instant getPlacedAt() {
    return placedAt;
  }

  public void setPlacedAt(@Nullable Instant placedAt) {
    this.placedAt = placedAt;
  }

  public @Nullable String getOrder() {
    return order;
  }

  public void setOrder(@Nullable String order) {
    this.order = order;
  }

  public @Nullable String getEvent() {
    return event;
  }

  public void setEvent(@Nullable String event) {
    this.event = event;
  }

  public @Nullable Long getTotal() {
    return total;
  }

  public void setTotal(@Nullable Long total) {
    this.total = total;
  }

  public @Nullable List<String> getNotes() {
    return notes;
  }

  public void setNotes(@Nullable List<String> notes) {
    this.notes = notes;
  }
}
