package dev.gramme.api.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gramme.api.Caller;
import dev.gramme.api.Operations;
import dev.gramme.auth.policy.Access;
import dev.gramme.engine.Engine;
import dev.gramme.engine.EngineOptions;
import dev.gramme.engine.catalog.ControlPlaneLimits;
import dev.gramme.engine.catalog.ControlPlaneProfile;
import dev.gramme.engine.catalog.StateDelays;
import dev.gramme.model.Utf8;
import dev.gramme.model.Wording;
import dev.gramme.storage.memory.MemoryStore;
import dev.gramme.wire.RequestDecoder;
import java.time.InstantSource;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits on the rate of requests do not change what must be allowed. */
class RateLimitedAccessTest {
  private static final Caller CALLER = new Caller("us-east-1", "000000000000", Wording.CLASSIC);

  @ParameterizedTest
  @EnumSource
  void a_table_with_tags_and_a_policy_requires_three_permissions(ControlPlaneLimits limits) {
    var options =
        EngineOptions.builder()
            .controlPlane(new ControlPlaneProfile(StateDelays.NONE, limits))
            .build();
    try (var engine =
        Engine.open(new MemoryStore(), InstantSource.system(), Runnable::run, options)) {
      var create = new Operations(engine, () -> new UUID(0, 1)).find("CreateTable").orElseThrow();
      byte[] body =
          Utf8.bytes(
              """
              {"TableName":"things","Tags":[{"Key":"a","Value":"b"}],\
              "ResourcePolicy":"{\\"Version\\":\\"2012-10-17\\",\\"Statement\\":[]}"}\
              """);
      var request =
          create.prepare(RequestDecoder.decode(body, 0, body.length, create.input()), CALLER);
      assertThat(request.accesses(new AccessScope(engine.catalog(), CALLER)))
          .extracting(Access::action)
          .containsExactly("CreateTable", "TagResource", "PutResourcePolicy");
    }
  }
}
