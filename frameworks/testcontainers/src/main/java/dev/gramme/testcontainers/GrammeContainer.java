package dev.gramme.testcontainers;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.containers.wait.strategy.WaitStrategy;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/**
 * A container with a server of Gramme, whose data is in memory unless it starts from a backup.
 *
 * <pre>{@code
 * try (var gramme = new GrammeContainer("ghcr.io/OWNER/gramme:0.1.0-SNAPSHOT")) {
 *   gramme.start();
 *   var client = DynamoDbClient.builder()
 *       .endpointOverride(gramme.getEndpoint())
 *       .region(Region.of(gramme.getRegion()))
 *       .credentialsProvider(StaticCredentialsProvider.create(
 *           AwsBasicCredentials.create(gramme.getAccessKey(), gramme.getSecretKey())))
 *       .build();
 * }
 * }</pre>
 *
 * <p>The container has started when {@code GET /health} answers 200. The server accepts any
 * credentials. {@link #withReuse} works: instances with the same settings have the same container
 * configuration, by which Testcontainers finds a container to reuse.
 *
 * <p>The names of its accessors begin with get, as in the other modules of Testcontainers.
 */
public class GrammeContainer extends GenericContainer<GrammeContainer> {
  /** The name of the image without a registry, an owner and a tag. */
  public static final DockerImageName IMAGE = DockerImageName.parse("gramme");

  /** The port in the container. */
  public static final int PORT = 8000;

  private static final String BACKUP = "/tmp/gramme-backup";
  private static final String RESTORED = "/data/restored";

  /** An interrupted restore leaves no folder, so an existing one is complete. */
  private static final String RESTORE_AND_SERVE =
      "test -e %2$s || gramme restore --from %1$s --data %2$s || exit 1; "
              .formatted(BACKUP, RESTORED)
          + "exec gramme serve --data "
          + RESTORED
          + " \"$@\"";

  private final List<String> options = new ArrayList<>();
  private @Nullable Path backup;

  /** A container of an image, such as {@code ghcr.io/OWNER/gramme:0.1.0-SNAPSHOT}. */
  public GrammeContainer(String image) {
    this(DockerImageName.parse(image));
  }

  /**
   * A container of an image. Its name is {@code gramme} in any registry, or it is declared as a
   * substitute ({@code
   * DockerImageName.parse("registry/db:1").asCompatibleSubstituteFor("gramme")}).
   *
   * @throws IllegalStateException if the image is neither
   */
  public GrammeContainer(DockerImageName image) {
    super(image);
    if (!image.getUnversionedPart().endsWith("/" + IMAGE.getUnversionedPart())) {
      image.assertCompatibleWith(IMAGE);
    }
    addExposedPort(PORT);
    setWaitStrategy(healthy());
  }

  /** Waits until {@code /health} answers 200. */
  static WaitStrategy healthy() {
    return Wait.forHttp("/health").forPort(PORT).forStatusCode(200);
  }

  /**
   * Adds options of the server, such as {@code --like-aws} or {@code --log-level=debug}. {@code
   * docs/settings.md} lists them.
   */
  public GrammeContainer withServerOptions(String... values) {
    options.addAll(List.of(values));
    return this;
  }

  /**
   * Starts with the data of the newest backup in a folder of this machine, which {@code gramme
   * backup --to FOLDER} has written. The folder is copied into the container.
   *
   * @throws IllegalArgumentException if the folder does not exist
   */
  public GrammeContainer withBackup(Path folder) {
    if (!Files.isDirectory(folder)) {
      throw new IllegalArgumentException("there is no folder with backups at " + folder);
    }
    backup = folder;
    return this;
  }

  @Override
  protected void configure() {
    if (backup == null) {
      withEnv("GRAMME_IN_MEMORY", "true");
      setCommandParts(options.toArray(String[]::new));
    } else {
      withCopyToContainer(MountableFile.forHostPath(backup), BACKUP);
      withCreateContainerCmdModifier(create -> create.withEntrypoint("/bin/sh", "-c"));
      setCommandParts(restoringCommand());
    }
  }

  /** The script, the name of the shell's process, and the options, which the script passes on. */
  private String[] restoringCommand() {
    var command = new ArrayList<>(List.of(RESTORE_AND_SERVE, "gramme"));
    command.addAll(options);
    return command.toArray(String[]::new);
  }

  /** The address of the started server, such as {@code http://localhost:32768}. */
  public URI getEndpoint() {
    return URI.create("http://" + getHost() + ":" + getMappedPort(PORT));
  }

  /** The region that clients use. Every other region works, too, with tables of its own. */
  public String getRegion() {
    return "us-east-1";
  }

  /** An access key. */
  public String getAccessKey() {
    return "gramme";
  }

  /** The secret of the access key. */
  public String getSecretKey() {
    return "gramme";
  }
}
