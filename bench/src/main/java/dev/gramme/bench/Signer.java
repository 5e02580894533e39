package dev.gramme.bench;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.auth.aws.signer.AwsV4HttpSigner;
import software.amazon.awssdk.identity.spi.AwsCredentialsIdentity;

/** Makes the header fields of a request, including its signature. */
interface Signer {
  /** A well-formed signature that is not valid, for servers that do not verify it. */
  Signer FORMAL =
      (_, operation, _) ->
          fields(
              operation,
              Map.of(
                  "X-Amz-Date",
                  "20260101T000000Z",
                  "Authorization",
                  "AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request,"
                      + " SignedHeaders=host;x-amz-date;x-amz-target, Signature="
                      + "0".repeat(64)));

  /** The header fields of a request. */
  Map<String, String> fields(URI endpoint, String operation, String body);

  /** Signatures that are valid for 15 minutes. */
  static Signer valid(String accessKeyId, String secretAccessKey) {
    var identity = AwsCredentialsIdentity.create(accessKeyId, secretAccessKey);
    var signer = AwsV4HttpSigner.create();
    return (endpoint, operation, body) -> {
      var request =
          SdkHttpRequest.builder()
              .method(SdkHttpMethod.POST)
              .uri(endpoint)
              .putHeader("Host", endpoint.getAuthority());
      fields(operation, Map.of()).forEach(request::putHeader);
      var signed =
          signer.sign(to ->
              to.identity(identity)
                  .request(request.build())
                  .payload(ContentStreamProvider.fromUtf8String(body))
                  .putProperty(AwsV4HttpSigner.SERVICE_SIGNING_NAME, "dynamodb")
                  .putProperty(AwsV4HttpSigner.REGION_NAME, "us-east-1"));
      var fields = new TreeMap<String, String>();
      signed
          .request()
          .headers()
          .forEach((name, values) -> fields.put(name, String.join(",", List.copyOf(values))));
      fields.remove("Host");
      return fields;
    };
  }

  private static Map<String, String> fields(String operation, Map<String, String> more) {
    var fields = new TreeMap<>(more);
    fields.put("Content-Type", "application/x-amz-json-1.0");
    fields.put("X-Amz-Target", "DynamoDB_20120810." + operation);
    return fields;
  }
}
