package dev.gramme.apps.comparison.enhanced;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A place with seats. */
@DynamoDbBean
public class Venue {
  private @Nullable String venue;
  private @Nullable String name;
  private @Nullable String city;
  private @Nullable Integer capacity;

  @DynamoDbPartitionKey
  public String getPk() {
    return "VENUE#" + venue;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "VENUE";
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  public @Nullable String getVenue() {
    return venue;
  }

  public void setVenue(@Nullable String venue) {
    this.venue = venue;
  }

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  public @Nullable String getCity() {
    return city;
  }

  public void setCity(@Nullable String city) {
    this.city = city;
  }

  public @Nullable Integer getCapacity() {
    return capacity;
  }

  public void setCapacity(@Nullable Integer capacity) {
    this.capacity = capacity;
  }
}
