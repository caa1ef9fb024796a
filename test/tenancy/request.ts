import type { Route } from '#platform/server/http/routes.ts';

/** A call on its way: its address and what it carries. */
export interface Request {
  method: Route['endpoint']['method'];
  url: string;
  payload: { type: string; body: string } | null;
}

const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** An input as its call carries it: in the path, behind the question mark, in the body or beside a file. */
export function requestOf({ endpoint }: Route, input: Record<string, unknown>, file = 'text'): Request {
  const { method, path, kind } = endpoint;
  const rest = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    delete rest[name];
    return encodeURIComponent(written(input[name]));
  });
  if (kind === 'upload') {
    const fields = Object.entries(rest).map(
      ([name, value]) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${written(value)}\r\n`,
    );
    return {
      method,
      url: filled,
      payload: {
        type: 'multipart/form-data; boundary=x',
        body: `${fields.join('')}--x\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\n${file}\r\n--x--\r\n`,
      },
    };
  }
  if (method === 'GET' || method === 'DELETE') {
    const query = Object.entries(rest).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map(
        (one) => `${encodeURIComponent(name)}=${encodeURIComponent(written(one))}`,
      ),
    );
    return { method, url: `${filled}?${query.join('&')}`, payload: null };
  }
  return kind === 'visit'
    ? {
        method,
        url: filled,
        payload: {
          type: 'application/x-www-form-urlencoded',
          body: String(new URLSearchParams(rest as Record<string, string>)),
        },
      }
    : { method, url: filled, payload: { type: 'application/json', body: JSON.stringify(rest) } };
}
