package dev.gramme.toolkit.entity;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * One action of a write.
 *
 * @param refusal why it was refused, told by the item that was found; empty if what it went by has
 *     changed, so that it has to be planned anew
 */
record PlannedWrite(
    TransactWriteItem item,
    Function<Map<String, AttributeValue>, Optional<RuntimeException>> refusal) {}
