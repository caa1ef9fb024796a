/** How somebody says that nobody waits any longer. Known to browsers and to Node alike, so decisions may read it too. */
interface AbortSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}
