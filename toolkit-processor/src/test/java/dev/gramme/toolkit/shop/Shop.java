package dev.gramme.toolkit.shop;

/** What is kept of a customer, all in one partition. */
public sealed interface Shop permits Customer, Order {}
