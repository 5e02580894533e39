/** Two ways to keep the incidents of an account, behind one interface, so as to compare them. */
@NullMarked
package dev.gramme.apps.incidents.design;

import org.jspecify.annotations.NullMarked;
