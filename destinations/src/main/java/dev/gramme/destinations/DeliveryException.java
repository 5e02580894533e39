package dev.gramme.destinations;

/** That changes did not arrive; they are sent again. */
final class DeliveryException extends Exception {
  private static final long serialVersionUID = 1L;

  DeliveryException(String topic, Throwable cause) {
    super("changes did not arrive in the topic " + topic, cause);
  }
}
