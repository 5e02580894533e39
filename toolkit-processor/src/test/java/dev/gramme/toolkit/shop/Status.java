package dev.gramme.toolkit.shop;

/** How far an order is. */
public enum Status {
  OPEN,
  SHIPPED
}
