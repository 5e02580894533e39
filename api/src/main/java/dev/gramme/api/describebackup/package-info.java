/** DescribeBackup. */
@NullMarked
package dev.gramme.api.describebackup;

import org.jspecify.annotations.NullMarked;
