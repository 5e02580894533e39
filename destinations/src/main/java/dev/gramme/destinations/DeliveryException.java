package dev.gramme.destinations;

/** Changes could not be delivered; they are sent again later. */
final class DeliveryException extends Exception {
  private static final long serialVersionUID = 1L;

  DeliveryException(String topic, Throwable cause) {
    super("changes could not be delivered to the topic " + topic, cause);
  }
}
