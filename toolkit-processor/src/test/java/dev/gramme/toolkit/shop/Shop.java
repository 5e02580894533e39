package dev.gramme.toolkit.shop;

/** The items of a customer, all in one partition. */
public sealed interface Shop permits Customer, Order {}
