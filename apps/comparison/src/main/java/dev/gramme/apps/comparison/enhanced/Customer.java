package dev.gramme.apps.comparison.enhanced;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.extensions.annotations.DynamoDbVersionAttribute;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A customer. */
@DynamoDbBean
public class Customer {
  private @Nullable String customer;
  private @Nullable String email;
  private @Nullable String name;
  private @Nullable Long revision;

  @DynamoDbPartitionKey
  public String getPk() {
    return "CUST#" + customer;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "CUST";
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String customer) {
    this.customer = customer;
  }

  public @Nullable String getEmail() {
    return email;
  }

  public void setEmail(@Nullable String email) {
    this.email = email;
  }

  public @Nullable String getName() {
    return name;
  }

  public void setName(@Nullable String name) {
    this.name = name;
  }

  @DynamoDbVersionAttribute
  public @Nullable Long getRevision() {
    return revision;
  }

  public void setRevision(@Nullable Long revision) {
    this.revision = revision;
  }
}
