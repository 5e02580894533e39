package dev.gramme.apps.comparison.enhanced;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A seat at an event. */
@DynamoDbBean
public class Seat {
  private @Nullable String event;
  private @Nullable String section;
  private @Nullable Integer row;
  private @Nullable Integer number;
  private @Nullable Long price;
  private @Nullable State state;
  private @Nullable String customer;

  @DynamoDbPartitionKey
  public String getPk() {
    return "EVENT#" + event;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "SEAT#%s#%03d#%03d".formatted(section, row, number);
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  public @Nullable String getEvent() {
    return event;
  }

  public void setEvent(@Nullable String event) {
    this.event = event;
  }

  public @Nullable String getSection() {
    return section;
  }

  public void setSection(@Nullable String section) {
    this.section = section;
  }

  public @Nullable Integer getRow() {
    return row;
  }

  public void setRow(@Nullable Integer row) {
    this.row = row;
  }

  public @Nullable Integer getNumber() {
    return number;
  }

  public void setNumber(@Nullable Integer number) {
    this.number = number;
  }

  public @Nullable Long getPrice() {
    return price;
  }

  public void setPrice(@Nullable Long price) {
    this.price = price;
  }

  public @Nullable State getState() {
    return state;
  }

  public void setState(@Nullable State state) {
    this.state = state;
  }

  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String customer) {
    this.customer = customer;
  }
}
