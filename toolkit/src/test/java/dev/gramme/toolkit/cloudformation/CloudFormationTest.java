package dev.gramme.toolkit.cloudformation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gramme.toolkit.Golden;
import dev.gramme.toolkit.explain.ShopSchema;
import dev.gramme.toolkit.json.Json;
import dev.gramme.toolkit.schema.IndexSchema;
import dev.gramme.toolkit.schema.IndexSchema.Kind;
import dev.gramme.toolkit.schema.IndexSchema.Projection;
import dev.gramme.toolkit.schema.KeySchema;
import dev.gramme.toolkit.schema.KeySchema.KeyAttribute;
import dev.gramme.toolkit.schema.KeySchema.ScalarType;
import dev.gramme.toolkit.schema.TableSchema;
import dev.gramme.toolkit.schema.TableSettings;
import dev.gramme.toolkit.schema.TableSettings.StreamView;
import dev.gramme.toolkit.schema.TableSettings.TableClass;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CloudFormationTest {
  private static final TableSettings EVERYTHING =
      TableSettings.DEFAULT
          .provisioned(10, 5)
          .withRecovery()
          .withStream(StreamView.NEW_AND_OLD_IMAGES)
          .tableClass(TableClass.STANDARD_INFREQUENT_ACCESS)
          .protectedFromDeletion();

  @Test
  void templates_in_json_are_as_reviewed() {
    Golden.check("shop.template.json", CloudFormation.of(many(), EVERYTHING).json());
  }

  @Test
  void templates_in_yaml_are_as_reviewed() {
    Golden.check("shop.template.yaml", CloudFormation.of(many(), EVERYTHING).yaml());
    Golden.check(
        "shop-default.template.yaml",
        CloudFormation.of(ShopSchema.shop(), TableSettings.DEFAULT).yaml());
  }

  @Test
  void sources_for_the_cdk_are_as_reviewed() {
    Golden.check("ShopTable.java.txt", Cdk.java(many(), EVERYTHING, "com.example", "ShopTable"));
    Golden.check(
        "DefaultShopTable.java.txt",
        Cdk.java(ShopSchema.shop(), TableSettings.DEFAULT, "com.example", "DefaultShopTable"));
  }

  @Test
  void properties_conform_to_the_resource() {
    Json.Members resource = CloudFormation.of(many(), EVERYTHING).resource();
    assertThat(ResourceFacts.problems(resource)).isEmpty();
    assertThat(
            ResourceFacts.problems(
                CloudFormation.of(ShopSchema.shop(), TableSettings.DEFAULT).resource()))
        .isEmpty();
  }

  @Test
  void multi_attribute_keys_are_for_cloudformation_only() {
    var several =
        new IndexSchema(
            "several",
            Kind.GLOBAL,
            new KeySchema(
                List.of(new KeyAttribute("a", ScalarType.S), new KeyAttribute("b", ScalarType.N)),
                List.of()),
            Projection.ALL,
            List.of());
    TableSchema schema = with(List.of(several));
    assertThat(CloudFormation.of(schema, TableSettings.DEFAULT).yaml())
        .contains("- AttributeName: b\n              KeyType: HASH");
    assertThatThrownBy(() -> Cdk.java(schema, TableSettings.DEFAULT, "com.example", "ShopTable"))
        .hasMessage("several has a multi-attribute key, which TableV2 does not support");
  }

  @Test
  void yaml_quotes_what_would_be_read_as_something_else() {
    var document =
        Json.object()
            .put("no", "no")
            .put("date", "2010-09-09")
            .put("colon", "a: b")
            .put("type", "AWS::DynamoDB::Table")
            .put("empty", "")
            .put("none", new Json.Elements(List.of()))
            .put("nested", new Json.Elements(List.of(Json.texts(List.of("x", "z")))))
            .build();
    assertThat(Yaml.of(document))
        .isEqualTo(
            """
            "no": "no"
            date: "2010-09-09"
            colon: "a: b"
            type: AWS::DynamoDB::Table
            empty: ""
            none: []
            nested:
              -
                - x
                - z
            """);
  }

  @Test
  void names_become_logical_ids() {
    assertThat(CloudFormation.logicalId("my-shop.v2_x")).isEqualTo("MyShopV2XTable");
  }

  private static TableSchema many() {
    return with(
        List.of(
            ShopSchema.shop().indexes().getFirst(),
            ShopSchema.index(
                "slim", Kind.GLOBAL, "sk", "pk", Projection.INCLUDE, "status", "total"),
            ShopSchema.index("byTotal", Kind.LOCAL, "pk", "total2", Projection.KEYS_ONLY)));
  }

  private static TableSchema with(List<IndexSchema> indexes) {
    TableSchema shop = ShopSchema.shop();
    return new TableSchema(
        shop.name(),
        shop.key(),
        indexes,
        Optional.of("expires"),
        shop.entities(),
        shop.accessPatterns());
  }
}
