import type { WebSettings } from '../contract.ts';

/** One function without imports: its own text, which Node has freed of types, is what browsers run. Only the text is taken from the pages' side. */
const widget = async (): Promise<string> => {
  const address = new URL('../web/widget/widget.ts', import.meta.url).href;
  const { startWidget } = (await import(/* @vite-ignore */ address)) as { startWidget: (facts: object) => void };
  return startWidget.toString();
};

/** The script for a host site: the button of this channel, and the way to the page that opens. */
export async function widgetScript(site: string, key: string, settings: WebSettings): Promise<Buffer> {
  const facts = { site, key, colour: settings.colour, position: settings.position, title: settings.title };
  // A script may stand inside a page: no closing tag may come out of a setting.
  return Buffer.from(`(${await widget()})(${JSON.stringify(facts).replaceAll('<', '\\u003c')});\n`);
}
