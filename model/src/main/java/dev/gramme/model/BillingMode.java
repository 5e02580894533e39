package dev.gramme.model;

/** The billing modes. The constants have the protocol's names. */
public enum BillingMode {
  PROVISIONED,
  PAY_PER_REQUEST
}
