/**
 * Styles a library writes at run time need the nonce of this document; the server puts it into index.html.
 * Empty in development, where no policy is sent.
 */
export function styleNonce(): string {
  const value = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  return value.startsWith('__') ? '' : value;
}

/** Gives the nonce to libraries that look for it in a global (scroll locking does), before they load. */
export function startNonce(): void {
  const nonce = styleNonce();
  if (nonce) Object.assign(globalThis, { __webpack_nonce__: nonce });
  // zod compiles its checks with `new Function`, which the policy forbids and reports.
  Object.assign(globalThis, {
    __zod_globalConfig: { ...(globalThis as { __zod_globalConfig?: object }).__zod_globalConfig, jitless: true },
  });
}
