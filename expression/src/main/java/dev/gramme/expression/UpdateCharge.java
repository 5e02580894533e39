package dev.gramme.expression;

import dev.gramme.model.ApiError;
import dev.gramme.model.DocumentPath;
import dev.gramme.model.DocumentPath.Element;
import dev.gramme.model.ItemSize;
import dev.gramme.model.Limits;
import dev.gramme.model.Utf8;
import java.util.List;

/**
 * The size in bytes that the service charges for an UpdateExpression, independent of the item. 31
 * of 33 regions reject an UpdateItem whose charge exceeds the maximum item size, before they
 * evaluate its condition. Key attributes and attributes that the expression does not change do not
 * count. Measured on the service from August to October 2026.
 */
public final class UpdateCharge {
  private static final int BASE = 3;
  private static final int WRITE = 19;
  private static final int REMOVAL = 1;
  private static final int TARGET_ELEMENT = 4;
  private static final int PATH = 1;
  private static final int PATH_ELEMENT = 14;
  private static final int PLUS = 34;
  private static final int MINUS = 37;
  private static final int IF_NOT_EXISTS = 39;
  private static final int LIST_APPEND = 37;

  private UpdateCharge() {}

  /**
   * Checks the charge of an update expression.
   *
   * @throws ApiError a ValidationException if it exceeds the maximum item size
   */
  public static void check(Update update) {
    if (bytes(update) > Limits.ITEM_BYTES) {
      throw ApiError.validation("Item size to update has exceeded the maximum allowed size");
    }
  }

  /** The charge in bytes. */
  static long bytes(Update update) {
    long bytes = BASE;
    for (UpdateAction action : update.actions()) {
      bytes += target(action.path()) + content(action);
    }
    return bytes;
  }

  private static long content(UpdateAction action) {
    if (action instanceof UpdateAction.Set set) {
      return WRITE + value(set.value());
    }
    if (action instanceof UpdateAction.Add add) {
      return WRITE + (long) ItemSize.of(add.value());
    }
    if (action instanceof UpdateAction.Remove || action instanceof UpdateAction.Delete) {
      return REMOVAL;
    }
    throw new IllegalStateException("an unknown action: " + action);
  }

  private static long target(DocumentPath path) {
    return TARGET_ELEMENT * (path.elements().size() - 1L) + nameBytes(path.elements());
  }

  private static long value(UpdateValue value) {
    if (value instanceof UpdateValue.Constant constant) {
      return ItemSize.of(constant.value());
    }
    if (value instanceof UpdateValue.Path path) {
      return path(path.path());
    }
    if (value instanceof UpdateValue.Plus plus) {
      return PLUS + value(plus.left()) + value(plus.right());
    }
    if (value instanceof UpdateValue.Minus minus) {
      return MINUS + value(minus.left()) + value(minus.right());
    }
    if (value instanceof UpdateValue.IfNotExists choice) {
      return IF_NOT_EXISTS + path(choice.path()) + value(choice.otherwise());
    }
    if (value instanceof UpdateValue.ListAppend append) {
      return LIST_APPEND + value(append.first()) + value(append.second());
    }
    throw new IllegalStateException("an unknown value: " + value);
  }

  /** The charge for reading a path. The value at the path is free. */
  private static long path(DocumentPath path) {
    return PATH + PATH_ELEMENT * (long) path.elements().size() + nameBytes(path.elements());
  }

  private static long nameBytes(List<Element> elements) {
    long bytes = 0;
    for (Element element : elements) {
      bytes += bytes(element);
    }
    return bytes;
  }

  private static int bytes(Element element) {
    if (element instanceof Element.Name name) {
      return Utf8.length(name.name());
    }
    var index = (Element.Index) element;
    return Integer.toString(index.position()).length();
  }
}
