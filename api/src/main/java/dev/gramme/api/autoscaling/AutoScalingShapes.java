package dev.gramme.api.autoscaling;

import dev.gramme.wire.Member;
import dev.gramme.wire.NumberShape;
import dev.gramme.wire.Shape;
import dev.gramme.wire.Structure;
import dev.gramme.wire.StructureShape;

/** The shapes of auto scaling settings in requests. */
public final class AutoScalingShapes {
  /** Capacity units. */
  public static final NumberShape<Long> UNITS = Shape.longInteger().atLeast(1);

  private AutoScalingShapes() {}

  /** The auto scaling settings for the reads or writes of a table or index. */
  public static final class SettingsUpdate {
    static final Member<Long> MINIMUM_UNITS = Member.optional("MinimumUnits", UNITS);
    static final Member<Long> MAXIMUM_UNITS = Member.optional("MaximumUnits", UNITS);
    static final Member<Boolean> DISABLED = Member.optional("AutoScalingDisabled", Shape.bool());
    static final Member<String> ROLE_ARN =
        Member.optional(
            "AutoScalingRoleArn",
            Shape.string()
                .length(1, 1600)
                .pattern(
                    "[\\u0020-\\uD7FF\\uE000-\\uFFFD\\uD800\\uDC00-\\uDBFF\\uDFFF\\r\\n\\t]*"));
    static final Member<Structure> POLICY =
        Member.optional("ScalingPolicyUpdate", PolicyUpdate.SHAPE);

    /** The shape. */
    public static final StructureShape SHAPE =
        StructureShape.of(
            "AutoScalingSettingsUpdate", MINIMUM_UNITS, MAXIMUM_UNITS, DISABLED, ROLE_ARN, POLICY);

    private SettingsUpdate() {}
  }

  /** A scaling policy. */
  static final class PolicyUpdate {
    static final Member<String> NAME =
        Member.optional("PolicyName", Shape.string().length(1, 256).pattern("\\p{Print}+"));
    static final Member<Structure> TARGET_TRACKING =
        Member.required("TargetTrackingScalingPolicyConfiguration", TargetTracking.SHAPE);
    static final StructureShape SHAPE =
        StructureShape.of("AutoScalingPolicyUpdate", NAME, TARGET_TRACKING);

    private PolicyUpdate() {}
  }

  /** The target utilization of the capacity. */
  static final class TargetTracking {
    static final Member<Boolean> DISABLE_SCALE_IN = Member.optional("DisableScaleIn", Shape.bool());
    static final Member<Integer> SCALE_IN_COOLDOWN =
        Member.optional("ScaleInCooldown", Shape.integer());
    static final Member<Integer> SCALE_OUT_COOLDOWN =
        Member.optional("ScaleOutCooldown", Shape.integer());
    static final Member<Double> TARGET_VALUE = Member.required("TargetValue", Shape.doubleNumber());
    static final StructureShape SHAPE =
        StructureShape.of(
            "AutoScalingTargetTrackingScalingPolicyConfigurationUpdate",
            DISABLE_SCALE_IN,
            SCALE_IN_COOLDOWN,
            SCALE_OUT_COOLDOWN,
            TARGET_VALUE);

    private TargetTracking() {}
  }
}
