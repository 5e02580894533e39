package dev.gramme.api.table;

import dev.gramme.api.table.TableShapes.ProjectionShape;
import dev.gramme.wire.ListShape;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;

/** The shapes of vector indexes, from the service's published model (October 2026). */
public final class VectorIndexShapes {

  private VectorIndexShapes() {}

  /** An element of SearchSchema. */
  public static final class SearchSchemaElement {
    public static final Member<String> ATTRIBUTE_NAME =
        Member.required("AttributeName", Shape.string().length(1, 255));
    public static final Member<String> TYPE =
        Member.required("SearchSchemaElementType", Shape.string().oneOf("HASH", "INLINE_FILTER"));
    public static final StructureShape SHAPE =
        StructureShape.of("SearchSchemaElement", ATTRIBUTE_NAME, TYPE);

    private SearchSchemaElement() {}
  }

  /** VectorAttribute. */
  public static final class VectorAttributeShape {
    public static final Member<String> ATTRIBUTE_NAME =
        Member.required("AttributeName", Shape.string().length(1, 255));
    public static final StructureShape SHAPE =
        StructureShape.of("VectorAttributeDefinition", ATTRIBUTE_NAME);

    private VectorAttributeShape() {}
  }

  /** An element of VectorIndexes, and the Create action of an update. */
  public static final class VectorIndexShape {
    public static final Member<String> INDEX_NAME =
        Member.required("IndexName", TableShapes.INDEX_NAME);
    public static final Member<Structure> VECTOR_ATTRIBUTE =
        Member.required("VectorAttribute", VectorAttributeShape.SHAPE);
    public static final Member<List<Structure>> SEARCH_SCHEMA =
        Member.optional("SearchSchema", TableShapes.list(SearchSchemaElement.SHAPE).sizeAtLeast(1));
    public static final Member<Structure> PROJECTION =
        Member.required("Projection", ProjectionShape.SHAPE);
    public static final Member<Long> DIMENSIONS =
        Member.required("Dimensions", Shape.longInteger().atLeast(1));
    public static final Member<String> DISTANCE_FUNCTION =
        Member.required(
            "DistanceFunction", Shape.string().oneOf("COSINE", "DOT_PRODUCT", "EUCLIDEAN"));
    public static final StructureShape SHAPE =
        StructureShape.of(
            "VectorIndex",
            INDEX_NAME,
            VECTOR_ATTRIBUTE,
            SEARCH_SCHEMA,
            PROJECTION,
            DIMENSIONS,
            DISTANCE_FUNCTION);

    /** VectorIndexes. */
    public static final ListShape<Structure> LIST = TableShapes.list(SHAPE);

    private VectorIndexShape() {}
  }

  /** The deletion of an index. */
  public static final class DeleteShape {
    public static final Member<String> INDEX_NAME =
        Member.required("IndexName", TableShapes.INDEX_NAME);
    public static final StructureShape SHAPE =
        StructureShape.of("DeleteVectorIndexAction", INDEX_NAME);

    private DeleteShape() {}
  }

  /** An element of VectorIndexUpdates. */
  public static final class UpdateShape {
    public static final Member<Structure> CREATE =
        Member.optional("Create", VectorIndexShape.SHAPE);
    public static final Member<Structure> DELETE = Member.optional("Delete", DeleteShape.SHAPE);
    public static final StructureShape SHAPE =
        StructureShape.of("VectorIndexUpdate", CREATE, DELETE);

    private UpdateShape() {}
  }
}
