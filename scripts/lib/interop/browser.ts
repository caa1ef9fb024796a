/** A page of somebody else, as a browser has it. */
interface Page {
  url: string;
  body: string;
}

/** The form of a page, filled in as a person would; null where there is none to fill in. */
type FillIn = (page: Page) => Record<string, string> | null;

const MOST_STEPS = 30;

/** As much of a browser as providers need: it follows addresses, keeps cookies, and sends the first form of a page. */
export function openBrowser(ours: string, fillIn: FillIn) {
  const cookies = new Map<string, string>();

  async function fetchPage(url: string, form?: URLSearchParams): Promise<Response> {
    const { host, origin } = new URL(url);
    const jar = [...cookies]
      .filter(([key]) => key.startsWith(`${host} `))
      .map(([key, value]) => `${key.slice(host.length + 1)}=${value}`);
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: jar.join('; '), ...(form ? { origin } : {}) },
      ...(form ? { body: form } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (name) cookies.set(`${host} ${name}`, value!);
    }
    return response;
  }

  return {
    /** Goes on until a page of ours is reached, or there is nothing to do. */
    async goTo(start: string): Promise<Page> {
      let url = start;
      let form: URLSearchParams | undefined;
      for (let step = 0; step < MOST_STEPS; step += 1) {
        const response = await fetchPage(url, form);
        form = undefined;
        const next = response.headers.get('location');
        if (next && response.status >= 300) {
          url = new URL(next, url).href;
          // Pages of ours are for people: whoever is sent to one has arrived.
          if (url.startsWith(`${ours}/login`)) return { url, body: '' };
          continue;
        }
        const page = { url, body: await response.text() };
        if (url.startsWith(ours)) return page;
        const filled = formOf(page, fillIn);
        if (!filled)
          throw new Error(`${response.status} at ${url}: ${page.body.replace(/<[^>]*>|\s+/g, ' ').slice(0, 600)}`);
        ({ url, form } = filled);
      }
      throw new Error(`${MOST_STEPS} steps and no end, last ${url}`);
    },
  };
}

function formOf(page: Page, fillIn: FillIn): { url: string; form: URLSearchParams } | null {
  const form = /<form[^>]*>[\s\S]*?<\/form>/i.exec(page.body)?.[0];
  if (!form) return null;
  const hidden = [...form.matchAll(/<input[^>]*type="hidden"[^>]*>/gi)].map(([input]) => [
    attribute(input, 'name'),
    attribute(input, 'value'),
  ]);
  const action = attribute(/<form[^>]*>/i.exec(form)![0], 'action');
  const fields = { ...Object.fromEntries(hidden), ...fillIn(page) } as Record<string, string>;
  return { url: new URL(action || page.url, page.url).href, form: new URLSearchParams(fields) };
}

const attribute = (tag: string, name: string): string =>
  (new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1] ?? '')
    .replace(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
