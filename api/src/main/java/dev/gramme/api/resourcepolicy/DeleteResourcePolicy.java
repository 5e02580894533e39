package dev.gramme.api.resourcepolicy;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletionStage;

/** Removes the policy of a table or a stream; a missing policy is not an error. */
public final class DeleteResourcePolicy implements ResourceOperation {
  private static final Member<String> RESOURCE_ARN =
      Member.required("ResourceArn", ResourcePolicyShapes.RESOURCE_ARN);
  private static final Member<String> EXPECTED_REVISION_ID =
      Member.optional("ExpectedRevisionId", ResourcePolicyShapes.REVISION_ID);
  private static final StructureShape SHAPE =
      StructureShape.of("DeleteResourcePolicyInput", RESOURCE_ARN, EXPECTED_REVISION_ID);

  private final Catalog catalog;
  private final ResourcePolicies policies;

  public DeleteResourcePolicy(Catalog catalog, ResourcePolicies policies) {
    this.catalog = catalog;
    this.policies = policies;
  }

  @Override
  public String name() {
    return "DeleteResourcePolicy";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var target = PolicyTarget.of(input.require(RESOURCE_ARN), caller);
    target.require(catalog);
    return policies
        .delete(target.table(), target.slot(), input.get(EXPECTED_REVISION_ID))
        .thenApply(removed ->
            out -> removed.ifPresent(policy -> out.name("RevisionId").string(policy.revision())));
  }
}
