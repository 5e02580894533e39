package example;

/** An entry of a desk. */
public sealed interface Entry permits Note, Ticket {}
