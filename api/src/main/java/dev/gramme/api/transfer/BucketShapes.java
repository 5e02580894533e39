package dev.gramme.api.transfer;

import dev.gramme.wire.Shape;
import dev.gramme.wire.StringShape;

/** The shapes of buckets and tokens in imports and exports, from the service's model. */
public final class BucketShapes {
  public static final StringShape CLIENT_TOKEN = Shape.string().pattern("^[^\\$]+$", "[^\\$]+");
  public static final StringShape BUCKET_OWNER = Shape.string().pattern("[0-9]{12}");
  public static final StringShape BUCKET =
      Shape.string()
          .length(0, 255)
          .pattern("^[a-z0-9A-Z]+[\\.\\-\\w]*[a-z0-9A-Z]+$", "[a-z0-9A-Z][\\.\\-\\w]*[a-z0-9A-Z]");
  public static final StringShape PREFIX = Shape.string().length(0, 1024);

  private BucketShapes() {}
}
