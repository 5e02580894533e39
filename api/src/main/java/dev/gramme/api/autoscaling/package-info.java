/** DescribeTableReplicaAutoScaling and UpdateTableReplicaAutoScaling. */
@NullMarked
package dev.gramme.api.autoscaling;

import org.jspecify.annotations.NullMarked;
