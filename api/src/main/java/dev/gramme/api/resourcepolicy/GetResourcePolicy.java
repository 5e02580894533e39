package dev.gramme.api.resourcepolicy;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.model.ApiError;
import dev.gramme.model.ErrorType;
import dev.gramme.wire.Member;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Shows the policy of a table or a stream in its canonical form. */
public final class GetResourcePolicy implements ResourceOperation {
  private static final Member<String> RESOURCE_ARN =
      Member.required("ResourceArn", ResourcePolicyShapes.RESOURCE_ARN);
  private static final StructureShape SHAPE =
      StructureShape.of("GetResourcePolicyInput", RESOURCE_ARN);

  private final Catalog catalog;
  private final ResourcePolicies policies;

  public GetResourcePolicy(Catalog catalog, ResourcePolicies policies) {
    this.catalog = catalog;
    this.policies = policies;
  }

  @Override
  public String name() {
    return "GetResourcePolicy";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var target = PolicyTarget.of(input.require(RESOURCE_ARN), caller);
    var policy =
        policies
            .find(target.require(catalog), target.slot())
            .orElseThrow(() ->
                ApiError.of(
                    ErrorType.POLICY_NOT_FOUND,
                    "Resource-based policy not found for the provided ResourceArn: "
                        + target.arn()));
    return CompletableFuture.completedFuture(out -> {
      out.name("Policy").string(PolicyDocument.shown(policy.document()));
      out.name("RevisionId").string(policy.revision());
    });
  }
}
