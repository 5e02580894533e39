package dev.gramme.toolkit.entity;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * One action of a write.
 *
 * @param refusal the reason for a refusal, derived from the existing item; empty if the assumptions
 *     of the plan no longer hold, so that the write must be planned again
 */
record PlannedWrite(
    TransactWriteItem item,
    Function<Map<String, AttributeValue>, Optional<RuntimeException>> refusal) {}
