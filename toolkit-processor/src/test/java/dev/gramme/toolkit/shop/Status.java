package dev.gramme.toolkit.shop;

/** The state of an order. */
public enum Status {
  OPEN,
  SHIPPED
}
