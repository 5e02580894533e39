package dev.gramme.destinations;

/** Some or all changes of a page were not delivered; the whole page is sent again. */
final class DeliveryException extends Exception {
  private static final long serialVersionUID = 1L;

  DeliveryException(String topic, Throwable cause) {
    super("changes could not be delivered to the topic " + topic, cause);
  }
}
