package dev.gramme.api.batchwriteitem;

import dev.gramme.api.item.ItemShapes;
import dev.gramme.model.Limits;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import dev.gramme.wire.WireItem;
import java.util.List;
import java.util.Map;

/** The request of BatchWriteItem. */
final class BatchWriteItemShape {
  static final Member<Map<String, List<Structure>>> REQUEST_ITEMS =
      Member.required(
          "RequestItems",
          Shape.map(
                  (Shape<List<Structure>>)
                      Shape.list((Shape<Structure>) WriteRequestShape.SHAPE)
                          .size(1, Limits.BATCH_WRITE_REQUESTS))
              .keys(ItemShapes.TABLE_NAME_AS_KEY)
              .keysLast()
              .currentSize(1, Limits.BATCH_WRITE_REQUESTS));
  static final Member<String> RETURN_CONSUMED_CAPACITY =
      Member.optional("ReturnConsumedCapacity", ItemShapes.RETURN_CONSUMED_CAPACITY);
  static final Member<String> RETURN_ITEM_COLLECTION_METRICS =
      Member.optional("ReturnItemCollectionMetrics", ItemShapes.RETURN_ITEM_COLLECTION_METRICS);

  static final StructureShape SHAPE =
      StructureShape.of(
          "BatchWriteItemInput",
          REQUEST_ITEMS,
          RETURN_CONSUMED_CAPACITY,
          RETURN_ITEM_COLLECTION_METRICS);

  private BatchWriteItemShape() {}

  /** A put or a delete. */
  static final class WriteRequestShape {
    static final Member<WireItem> ITEM = Member.required("Item", Shape.item());
    static final Member<WireItem> KEY = Member.required("Key", Shape.item());
    static final Member<Structure> PUT_REQUEST =
        Member.optional("PutRequest", StructureShape.of("PutRequest", ITEM));
    static final Member<Structure> DELETE_REQUEST =
        Member.optional("DeleteRequest", StructureShape.of("DeleteRequest", KEY));
    static final StructureShape SHAPE =
        StructureShape.of("WriteRequest", PUT_REQUEST, DELETE_REQUEST);

    private WriteRequestShape() {}
  }
}
