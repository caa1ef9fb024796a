/** An answer of the product, or why there is none: `status` 0. */
export interface Asked {
  status: number;
  code: number;
  data: unknown;
  msg: string;
  tookMs: number;
}

const PATIENCE_MS = 15_000;

/** Asks as a page does; never throws. */
export async function askProduct(
  origin: string,
  token: string | null,
  path: string,
  body?: object,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): Promise<Asked> {
  const startedMs = performance.now();
  const took = (): number => performance.now() - startedMs;
  try {
    const answer = await fetch(`${origin}${path}`, {
      method: body ? 'POST' : 'GET',
      signal: AbortSignal.timeout(patienceMs),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { code, data, msg } = (await answer.json()) as { code: number; data: unknown; msg: string };
    return { status: answer.status, code, data, msg, tookMs: took() };
  } catch (problem) {
    return { status: 0, code: -1, data: null, msg: String(problem), tookMs: took() };
  }
}

/** Asks until it is answered, for whoever compares afterwards. */
export async function askSurely<Data>(origin: string, token: string, path: string, body?: object): Promise<Data> {
  for (let tries = 1; ; tries += 1) {
    const { code, data, status, msg } = await askProduct(origin, token, path, body);
    if (code === 0) return data as Data;
    if (tries === 20) throw new Error(`${path}: ${status} ${code} ${msg}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
