import type { BrowserContext, Page } from '@playwright/test';

interface Sockets {
  sockets: {
    unplugged: string[];
    /** The outputs sound was sent to, the newest last. */
    sinks: string[];
    set(unplugged: string[]): void;
  };
}

/** Lets a journey pull the plugs of the browser's made-up devices, which cannot be unplugged, and see where sound is sent. */
export async function putSockets(context: BrowserContext, unplugged: string[] = []): Promise<void> {
  // Runs in the page, before anything else.
  await context.addInitScript((first) => {
    const media = navigator.mediaDevices as MediaDevices | undefined;
    // The empty page a tab begins with has none.
    if (!media) return;
    const enumerate = media.enumerateDevices.bind(media);
    const open = media.getUserMedia.bind(media);
    const sockets: Sockets['sockets'] = {
      unplugged: first,
      sinks: [],
      set(next) {
        sockets.unplugged = next;
        media.dispatchEvent(new Event('devicechange'));
      },
    };
    const isIn = (label: string) => !sockets.unplugged.some((name) => label.includes(name));
    media.enumerateDevices = async () => (await enumerate()).filter(({ label }) => isIn(label));
    media.getUserMedia = async (wishes) => {
      if (!(await media.enumerateDevices()).some(({ kind }) => kind === 'audioinput'))
        throw new DOMException('Requested device not found', 'NotFoundError');
      return open(wishes);
    };
    const { setSinkId } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.setSinkId = async function send(this: HTMLMediaElement, id: string) {
      await setSinkId.call(this, id);
      sockets.sinks.push((await enumerate()).find(({ deviceId }) => deviceId === id)?.label ?? '');
    };
    Object.assign(window, { sockets });
  }, unplugged);
}

/** Nothing is plugged in but what has none of these names. */
export const unplug = (page: Page, ...names: string[]): Promise<void> =>
  page.evaluate((gone) => (window as unknown as Sockets).sockets.set(gone), names);

/** The names of the outputs sound was sent to; empty for the system's own. */
export const sinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Sockets).sockets.sinks);
