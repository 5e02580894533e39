package dev.gramme.apps.comparison.enhanced;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;

/** A marker that makes the address of a customer unique. */
@DynamoDbBean
public class Email {
  private @Nullable String email;
  private @Nullable String customer;

  @DynamoDbPartitionKey
  public String getPk() {
    return "EMAIL#" + email;
  }

  /** Ignored: the key follows from the components. */
  public void setPk(String key) {}

  @DynamoDbSortKey
  public String getSk() {
    return "EMAIL";
  }

  /** Ignored: the key follows from the components. */
  public void setSk(String key) {}

  public @Nullable String getEmail() {
    return email;
  }

  public void setEmail(@Nullable String email) {
    this.email = email;
  }

  public @Nullable String getCustomer() {
    return customer;
  }

  public void setCustomer(@Nullable String customer) {
    this.customer = customer;
  }
}
