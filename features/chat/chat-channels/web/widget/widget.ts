/*
 * The button on a host site. It runs inside pages we do not know: one file, no imports, nothing global but `OpenSeatChat`,
 * everything drawn in a shadow tree, styles by CSSOM (a strict policy forbids inline ones). The conversation itself is a page of
 * ours in a frame, which is fetched when the button is first pressed, or at once when this browser has a conversation.
 * The host site needs `script-src` and `frame-src` for our address, nothing else.
 */
interface WidgetFacts {
  site: string;
  key: string;
  colour: string;
  position: 'left' | 'right';
  title: Record<string, string>;
}

export function startWidget({ site, key, colour, position, title }: WidgetFacts): void {
  const place = window as unknown as {
    OpenSeatChat?: { open(): void; close(): void; call(): void; identify(identity: string | null): void };
  };
  // Included twice is included once.
  if (place.OpenSeatChat) return;
  const words: Record<string, [open: string, close: string, unread: string]> = {
    en: ['Chat with us', 'Close the chat', 'New messages'],
    zh: ['与我们聊天', '关闭聊天', '有新消息'],
    es: ['Chatee con nosotros', 'Cerrar el chat', 'Mensajes nuevos'],
    id: ['Mengobrol dengan kami', 'Tutup obrolan', 'Pesan baru'],
  };
  const tongue = (document.documentElement.lang || navigator.language).slice(0, 2).toLowerCase();
  const [openWord, closeWord, unreadWord] = words[tongue] ?? words['en']!;
  const name = Object.entries(title).find(([language, text]) => text && language.startsWith(tongue))?.[1] ?? openWord;
  const isRight = position === 'right';
  const remembered = `openseat.chat.${key}`;
  const recall = (): boolean => {
    try {
      return localStorage.getItem(remembered) !== null;
    } catch {
      return false;
    }
  };
  const remember = (): void => {
    try {
      localStorage.setItem(remembered, '1');
    } catch {
      // The site keeps its storage shut: the chat opens by the button all the same.
    }
  };

  const host = document.createElement('div');
  host.setAttribute('data-openseat-chat', '');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    :host { all: initial; }
    button { position: fixed; z-index: 2147483000; bottom: 20px; ${isRight ? 'right' : 'left'}: 20px; width: 56px; height: 56px; border: 0; border-radius: 28px; padding: 0; display: grid; place-items: center; cursor: pointer; color: #fff; background: ${colour}; box-shadow: 0 6px 24px #0004; }
    button:focus-visible { outline: 3px solid #fff; outline-offset: -6px; }
    svg { width: 26px; height: 26px; fill: none; stroke: currentColor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
    b { position: absolute; top: -4px; right: -4px; min-width: 22px; height: 22px; box-sizing: border-box; padding: 0 6px; border-radius: 11px; background: #b93a27; color: #fff; font: 600 13px/22px system-ui, sans-serif; text-align: center; }
    b:empty { display: none; }
    iframe { position: fixed; z-index: 2147483000; bottom: 88px; ${isRight ? 'right' : 'left'}: 20px; width: min(380px, calc(100vw - 40px)); height: min(620px, calc(100vh - 108px)); border: 0; border-radius: 14px; background: #fffefb; box-shadow: 0 12px 48px #0005; color-scheme: normal; }
    [hidden] { display: none; }
    @media (max-width: 480px) {
      iframe { inset: 0; width: 100vw; height: 100dvh; border-radius: 0; }
      button[aria-expanded=true] { display: none; }
    }
    @media print { button, iframe { display: none; } }`);
  root.adoptedStyleSheets = [sheet];

  const drawing = (path: string): string => `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;
  const bubble = drawing('M21 12a8 8 0 0 1-8 8H4l2-3.5A8 8 0 1 1 21 12z');
  const cross = drawing('M6 6l12 12M18 6L6 18');
  const button = document.createElement('button');
  button.type = 'button';
  const badge = document.createElement('b');
  badge.setAttribute('aria-hidden', 'true');
  const icon = document.createElement('span');
  button.append(icon, badge);
  root.append(button);

  let frame: HTMLIFrameElement | null = null;
  let identity: string | null = document.currentScript?.getAttribute('data-identity') ?? null;
  let isOpen = false;
  let wantsCall = false;
  let unread = 0;
  let isReady = false;

  const send = (message: object): void => frame?.contentWindow?.postMessage({ openseat: key, ...message }, site);
  function load(): void {
    if (frame) return;
    frame = document.createElement('iframe');
    frame.title = name;
    frame.allow = 'microphone; autoplay; clipboard-write';
    frame.hidden = true;
    frame.src = `${site}/c/${encodeURIComponent(key)}?embed=1&page=${encodeURIComponent(location.origin + location.pathname)}`;
    root.append(frame);
  }
  function draw(): void {
    icon.innerHTML = isOpen ? cross : bubble;
    button.setAttribute('aria-expanded', String(isOpen));
    button.setAttribute('aria-label', isOpen ? closeWord : unread > 0 ? `${name}. ${unreadWord}: ${unread}` : name);
    badge.textContent = unread > 0 && !isOpen ? (unread > 9 ? '9+' : String(unread)) : '';
    if (frame) frame.hidden = !isOpen;
  }
  function show(open: boolean): void {
    if (open) load();
    isOpen = open;
    if (open) unread = 0;
    draw();
    send({ shown: open });
    if (open) frame?.focus();
    else button.focus();
  }
  button.addEventListener('click', () => show(!isOpen));
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && isOpen) show(false);
  });
  window.addEventListener('message', (event) => {
    const message = event.data as { openseat?: string; kind?: string; unread?: number } | null;
    if (event.origin !== site || event.source !== frame?.contentWindow || message?.openseat !== key) return;
    if (message.kind === 'ready') {
      send({ shown: isOpen, identity, call: wantsCall });
      isReady = true;
      wantsCall = false;
    }
    if (message.kind === 'close') show(false);
    if (message.kind === 'begun') remember();
    if (message.kind === 'unread') {
      unread = isOpen ? 0 : Number(message.unread) || 0;
      draw();
    }
  });
  place.OpenSeatChat = {
    open: () => show(true),
    close: () => show(false),
    /** Opens the chat with the question whether to call; the visitor presses the button. */
    call() {
      wantsCall = !isReady;
      show(true);
      if (isReady) send({ call: true });
    },
    /** After the host site's user signed in or out. */
    identify(next) {
      identity = next;
      send({ identity });
    },
  };
  const begin = (): void => {
    document.body.append(host);
    draw();
    if (recall()) load();
  };
  if (document.body) begin();
  else document.addEventListener('DOMContentLoaded', begin);
}
