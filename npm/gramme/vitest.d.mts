/** Starts one server for all test files; `inject('gramme').endpoint` in a test is its address. */
export function setup(project?: { provide?: (key: never, value: never) => void }): Promise<void>;
export function teardown(): Promise<void>;
