/**
 * Reads and writes data files: DynamoDB JSON, Ion (text and binary) and CSV, optionally compressed.
 */
@NullMarked
package dev.gramme.transfer.format;

import org.jspecify.annotations.NullMarked;
