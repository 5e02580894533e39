/** Tables of CloudFormation and SAM templates: {@code ./gramme apply}. */
@NullMarked
package dev.gramme.move.apply;

import org.jspecify.annotations.NullMarked;
