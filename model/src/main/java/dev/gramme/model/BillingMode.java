package dev.gramme.model;

/** How throughput is paid for, by the protocol's names. */
public enum BillingMode {
  PROVISIONED,
  PAY_PER_REQUEST
}
