/**
 * Where it is kept how to give spare key codes back, should this process end in the middle. The data is opaque;
 * `restoreKeyMap` understands it, in any process and on any connection.
 */
export interface Restorer {
  /** Resolves once the data would outlive this process. Called before each change; replaces what was remembered. */
  remember(data: Uint8Array): Promise<void>
  /** Everything has been given back. */
  forget(): Promise<void>
}
