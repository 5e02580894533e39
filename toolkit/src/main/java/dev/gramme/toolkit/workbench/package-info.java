/** Models of NoSQL Workbench for Amazon DynamoDB, read and written. */
@NullMarked
package dev.gramme.toolkit.workbench;

import org.jspecify.annotations.NullMarked;
