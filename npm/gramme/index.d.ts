/** Options of {@link start}. */
export interface StartOptions {
  /** The port; 0, the default, takes a free one. */
  port?: number;
  /**
   * Options of the server, such as `['--like-aws']` (`npx gramme help` lists them). Without one of `--data`, `--in-memory`,
   * `--store` and `--config`, and their variables in the environment, the data is kept in memory.
   */
  options?: string[];
  /** Variables for the server, beside those of this process; `GRAMME_HEAP` is one. */
  env?: Record<string, string>;
  /** The folder of an installation; by default GRAMME_HOME, or else the package for this platform. */
  home?: string;
  /** Receives the server's output. */
  log?: (text: string) => void;
  /** After this time the start fails and the server is killed; by default 60,000. */
  startTimeoutMillis?: number;
}

/** A running server. It stops when this process ends, in whatever way. */
export interface Gramme {
  /** Its address, such as `http://127.0.0.1:40123`. */
  readonly endpoint: string;
  readonly port: number;
  /** The id of its process. */
  readonly pid: number;
  /** Variables with which the AWS SDKs, the AWS CLI and boto3 find the server. */
  readonly env: Readonly<{
    AWS_ENDPOINT_URL_DYNAMODB: string;
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: string;
    AWS_REGION: string;
    AWS_ACCESS_KEY_ID: string;
    AWS_SECRET_ACCESS_KEY: string;
  }>;
  /** The last 16 KB of its output. */
  output(): string;
  /** Stops the server and resolves when its process has ended; rejects if it ended with an error. */
  stop(): Promise<void>;
  /** The same as {@link stop}: `await using server = await start()`. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts a server and resolves when it answers. Rejects with the server's output if it does not start. */
export function start(options?: StartOptions): Promise<Gramme>;

/**
 * Starts one server for a test runner, if it does not run yet, and sets the variables of {@link Gramme.env} in `process.env`.
 */
export function startShared(options?: StartOptions): Promise<Gramme>;

/** Stops the server of {@link startShared}. */
export function stopShared(): Promise<void>;
