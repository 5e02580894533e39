/** Two table designs for the incidents of an account, behind one interface for comparison. */
@NullMarked
package dev.gramme.apps.incidents.design;

import org.jspecify.annotations.NullMarked;
