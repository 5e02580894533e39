package dev.gramme.apps.savings.bank;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Generates customers deterministically: the nth is {@code p-n}, with the number in eight digits.
 * Every tenth is PREMIUM, and every third has not chosen the certificate.
 */
public final class Customers {
  private Customers() {}

  /** The id of the customer with a number. */
  public static String personId(long number) {
    return "p-%08d".formatted(number);
  }

  /**
   * Adds the missing ones of the customers from 1 to a number.
   *
   * @return the number of new ones
   */
  public static int invent(Connection connection, int count) throws SQLException {
    try (var insert =
        connection.prepareStatement(
            """
            INSERT INTO bank.customer
            SELECT 'p-' || lpad(n::text, 8, '0'),
                   (ARRAY['Ana', 'Bruno', 'Carla', 'Davi', 'Elisa', 'Fabio', 'Gil'])[1 + n % 7]
                     || ' ' || (ARRAY['Silva', 'Souza', 'Costa', 'Lima', 'Rocha'])[1 + n % 5],
                   CASE WHEN n % 10 = 0 THEN 'PREMIUM' ELSE 'STANDARD' END,
                   n % 4 <> 0,
                   (ARRAY['pt-BR', 'en-GB'])[1 + n % 2],
                   CASE WHEN n % 3 = 0 THEN ARRAY['SAVINGS_ACCOUNT', 'GOVERNMENT_BONDS']
                        ELSE ARRAY['SAVINGS_ACCOUNT', 'GOVERNMENT_BONDS', 'CERTIFICATE_OF_DEPOSIT']
                   END
            FROM generate_series(1, ?) AS n
            ON CONFLICT DO NOTHING
            """)) {
      insert.setInt(1, count);
      return insert.executeUpdate();
    }
  }
}
