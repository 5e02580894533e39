package dev.gramme.apps.comparison.enhanced;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A customer's opinion of an event. */
@DynamoDbBean
public class Review {
  private @Nullable String event;
  private @Nullable String customer;
  private @Nullable Integer stars;
  private @Nullable String text;

  @DynamoDbPartitionKey
  public String getPk() {
    return "EVENT#" + event;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "REVIEW#" + customer;
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  public @Nullable String getEvent() {
    return event;
  }

  public void setEvent(@Nullable String event) {
    this.event = event;
  }

  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String customer) {
    this.customer = customer;
  }

  public @Nullable Integer getStars() {
    return stars;
  }

  public void setStars(@Nullable Integer stars) {
    this.stars = stars;
  }

  public @Nullable String getText() {
    return text;
  }

  public void setText(@Nullable String text) {
    this.text = text;
  }
}
