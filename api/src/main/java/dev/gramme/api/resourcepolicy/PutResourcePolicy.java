package dev.gramme.api.resourcepolicy;

import dev.gramme.api.Caller;
import dev.gramme.api.Output;
import dev.gramme.api.ResourceOperation;
import dev.gramme.api.access.AccessScope;
import dev.gramme.api.access.EnforcedPolicy;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.catalog.Catalog;
import dev.gramme.engine.policy.ResourcePolicies;
import dev.gramme.wire.Member;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Attaches a policy to a table or a stream. */
public final class PutResourcePolicy implements ResourceOperation {
  private static final Member<String> RESOURCE_ARN =
      Member.required("ResourceArn", ResourcePolicyShapes.RESOURCE_ARN);
  private static final Member<String> POLICY = Member.required("Policy", Shape.string());
  private static final Member<String> EXPECTED_REVISION_ID =
      Member.optional("ExpectedRevisionId", ResourcePolicyShapes.REVISION_ID);
  private static final Member<Boolean> CONFIRM_REMOVE_SELF_RESOURCE_ACCESS =
      Member.optional("ConfirmRemoveSelfResourceAccess", Shape.bool());
  private static final StructureShape SHAPE =
      StructureShape.of(
          "PutResourcePolicyInput",
          RESOURCE_ARN,
          POLICY,
          EXPECTED_REVISION_ID,
          CONFIRM_REMOVE_SELF_RESOURCE_ACCESS);

  private final Catalog catalog;
  private final ResourcePolicies policies;

  public PutResourcePolicy(Catalog catalog, ResourcePolicies policies) {
    this.catalog = catalog;
    this.policies = policies;
  }

  @Override
  public String name() {
    return "PutResourcePolicy";
  }

  @Override
  public StructureShape input() {
    return SHAPE;
  }

  @Override
  public List<Access> accesses(Structure input, AccessScope scope) {
    EnforcedPolicy.check(input.require(POLICY));
    return List.of(scope.general(name(), input));
  }

  @Override
  public CompletionStage<Output> execute(Structure input, Caller caller) {
    var target = PolicyTarget.of(input.require(RESOURCE_ARN), caller);
    var document = PolicyDocument.parse(input.require(POLICY), target.isStream());
    target.require(catalog);
    if (!input.getOrDefault(CONFIRM_REMOVE_SELF_RESOURCE_ACCESS, false)) {
      document.refuseLockout(caller);
    }
    return policies
        .put(target.table(), target.slot(), document.canonical(), input.get(EXPECTED_REVISION_ID))
        .thenApply(policy -> out -> out.name("RevisionId").string(policy.revision()));
  }
}
