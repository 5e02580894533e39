package dev.gramme.toolkit.parcels;

import dev.gramme.toolkit.Entity;

/** A seal. */
@Entity(pk = "DEPOT#{depot}", sk = "SEAL#{code}")
@SuppressWarnings("ArrayRecordComponent") // never modified or compared
public record Seal(String depot, byte[] code) {}
