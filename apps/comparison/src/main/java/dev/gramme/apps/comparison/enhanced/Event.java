package dev.gramme.apps.comparison.enhanced;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondaryPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSecondarySortKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** An evening at a venue. */
@DynamoDbBean
public class Event {
  private @Nullable String event;
  private @Nullable String title;
  private @Nullable String venue;
  private @Nullable String city;
  private @Nullable Instant startsAt;
  private @Nullable Integer sold;

  @DynamoDbPartitionKey
  public String getPk() {
    return "EVENT#" + event;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "EVENT";
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  @DynamoDbSecondaryPartitionKey(indexNames = "gsi1")
  public @Nullable String getGsi1pk() {
    return city == null ? null : "CITY#" + city;
  }

  /** Ignored: the key follows from the components. */
  public void setGsi1pk(String key) {}

  @DynamoDbSecondarySortKey(indexNames = "gsi1")
  public @Nullable String getGsi1sk() {
    return startsAt == null ? null : startsAt.toString();
  }

  /** Ignored: the key follows from the components. */
  public void setGsi1sk(String key) {}

  @DynamoDbSecondaryPartitionKey(indexNames = "gsi2")
  public @Nullable String getGsi2pk() {
    return venue == null ? null : "VENUE#" + venue;
  }

  /** Ignored: the key follows from the components. */
  public void setGsi2pk(String key) {}

  @DynamoDbSecondarySortKey(indexNames = "gsi2")
  public @Nullable String getGsi2sk() {
    return startsAt == null ? null : startsAt.toString();
  }

  /** Ignored: the key follows from the components. */
  public void setGsi2sk(String key) {}

  public @Nullable String getEvent() {
    return event;
  }

  public void setEvent(@Nullable String event) {
    this.event = event;
  }

  public @Nullable String getTitle() {
    return title;
  }

  public void setTitle(@Nullable String title) {
    this.title = title;
  }

  public @Nullable String getVenue() {
    return venue;
  }

  public void setVenue(@Nullable String venue) {
    this.venue = venue;
  }

  public @Nullable String getCity() {
    return city;
  }

  public void setCity(@Nullable String city) {
    this.city = city;
  }

  public @Nullable Instant getStartsAt() {
    return startsAt;
  }

  public void setStartsAt(@Nullable Instant startsAt) {
    this.startsAt = startsAt;
  }

  public @Nullable Integer getSold() {
    return sold;
  }

  public void setSold(@Nullable Integer sold) {
    this.sold = sold;
  }
}
