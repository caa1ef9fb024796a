import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions, Spec } from 'axe-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES: RunOptions = {
  /** All of WCAG 2.2 AA that axe can decide, and what it holds to be good practice: landmarks, headings. */
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  /** Left out unless they are asked for. */
  rules: { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } },
  // It would fetch every style sheet once more.
  preload: false,
  resultTypes: ['violations'],
};
/** What stands apart from the landmarks of a page: dialogs, and menus and hints, which belong to what opened them. */
const BESIDE_LANDMARKS = 'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=tooltip], svg';
const APART: Spec = { checks: [{ id: 'region', options: { regionMatcher: BESIDE_LANDMARKS } }] };
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** WCAG 1.4.10: a window of 1,280 pixels, magnified four times. */
const MAGNIFIED = { width: 320, height: 640 };

declare global {
  // Put into the page by `axeOf`.
  // oxlint-disable-next-line no-var
  var axe: {
    run(context: Document | { exclude: string[] }, options: RunOptions): Promise<AxeResults>;
    configure(spec: Spec): void;
  };
}

/** What axe says of the page as it stands, but for what it calls minor. The page's policy lets no script in; the tester's hand does. */
async function axeOf(page: Page, known: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) {
    await page.evaluate(AXE);
    await page.evaluate((spec) => globalThis.axe.configure(spec), APART);
  }
  const { violations } = await page.evaluate(
    ([rules, seen]) => globalThis.axe.run(seen && document.querySelector(seen) ? { exclude: [seen] } : document, rules),
    [RULES, known] as const,
  );
  return violations
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, html, any, all, none }) => {
        const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
        return `${impact} ${id}: ${target.join(' ')} ${html.slice(0, 160)} (${why})`;
      }),
    );
}

/**
 * WCAG 1.4.10 and, with more space between letters, words and lines, 1.4.12: nothing makes the page, or a window in it, wider than
 * the screen, and the title of the page can be read.
 */
function widthOf(): string[] {
  const spaced = new CSSStyleSheet();
  spaced.replaceSync(
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }',
  );
  const { clientWidth: width } = document.documentElement;
  const tooWide = (how: string): string[] =>
    [document.documentElement, ...document.querySelectorAll('[role="dialog"] > *, [role="dialog"]')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > Math.max(clientWidth, 1) && scrollWidth > width)
      .map((one) => `${how}: ${one.className || 'the page'} is ${one.scrollWidth} wide in a window of ${width}`);
  /** So little of it says nothing. */
  const READABLE = 60;
  const title = document.querySelector('header h1');
  const cut = title && title.clientWidth < Math.min(title.scrollWidth, READABLE) ? [title.clientWidth] : [];
  const found = [...tooWide('reflow'), ...cut.map((seen) => `the title of the page is cut to ${seen} pixels`)];
  document.adoptedStyleSheets.push(spaced);
  found.push(...tooWide('text spacing'));
  document.adoptedStyleSheets.pop();
  return found;
}

/**
 * WCAG 2.4.7: what has the focus looks otherwise than without it. WCAG 2.4.11: no bar that stays in its place hides it. A field with
 * a list opens it by that: not asked here. Nor is what lies behind something that opened above the page.
 */
function focusOf(known: string): string[] {
  const before = document.activeElement;
  const found: string[] = [];
  const above = [...document.querySelectorAll('[role="dialog"]:not([data-docked]), [role="menu"]')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }),
  );
  /** Of itself, of what stands for it (a label, the frame of a field) and of what is drawn on it. */
  const lookOf = (element: HTMLElement): string =>
    [element, element.firstElementChild, element.nextElementSibling, element.parentElement]
      .concat(element.parentElement?.parentElement ?? null, element.closest('label'))
      .concat(...((element as HTMLInputElement).labels ?? []))
      .flatMap((one) =>
        one ? ([null, '::before', '::after'] as const).map((part) => getComputedStyle(one, part)) : [],
      )
      .map((style) =>
        [style.outline, style.boxShadow, style.borderColor, style.backgroundColor, style.fill, style.stroke].join(),
      )
      .join(' ');
  const reached = [
    ...(above.at(-1) ?? document).querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, [tabindex="0"]',
    ),
  ];
  for (const element of reached.filter(
    (one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0,
  )) {
    if (
      element.matches(':disabled, .visually-hidden, [aria-haspopup="listbox"]') ||
      (known && element.matches(known)) ||
      element.closest('[inert], [aria-hidden="true"]')
    )
      continue;
    (document.activeElement as HTMLElement | null)?.blur();
    const unfocused = lookOf(element);
    element.focus();
    if (document.activeElement !== element) continue;
    // As Tab does: a list at the side scrolls too.
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (lookOf(element) === unfocused) found.push(`focus unseen: ${element.outerHTML.slice(0, 160)}`);
    const { left, top, width, height } = element.getBoundingClientRect();
    // A line of the canvas is thin, and bends around what lies in its frame.
    if (width < 2 || height < 2 || element instanceof SVGElement) continue;
    const seen = [0.5, 0.1, 0.9].some((share) => {
      const at = document.elementFromPoint(left + width * share, top + height * share);
      return at !== null && (element.contains(at) || at.contains(element) || at.closest('label')?.contains(element));
    });
    if (!seen) found.push(`focus obscured: ${element.outerHTML.slice(0, 160)}`);
  }
  if (before instanceof HTMLElement) before.focus();
  else (document.activeElement as HTMLElement | null)?.blur();
  return found;
}

/** WCAG 2.3.3, 2.2.2: journeys ask for less motion (`playwright.config.ts`), and nothing moves. */
const motionOf = (): string[] =>
  document
    .getAnimations()
    .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().endTime) > 100)
    .map(({ effect }) => `motion: ${(effect as KeyframeEffect).target?.outerHTML.slice(0, 160)}`);

/** Focus by keys is drawn otherwise than by a click: the last thing before must have been a key, one that does nothing. */
async function readFocus(page: Page, known: string): Promise<string[]> {
  await page.keyboard.press('F8');
  return page.evaluate(focusOf, known);
}

/** How a page is looked at: on a desk by day; on a phone by night, and magnified until 320 pixels are left. */
export type Look = 'desk' | 'phone';

const looks: Record<Look, (page: Page, known: string) => Promise<string[]>> = {
  async desk(page, known) {
    // What the mouse stands on shows its hint, which belongs to no part of the page.
    await page.mouse.move(DESK.width - 1, DESK.height - 1);
    return [...(await axeOf(page, known)), ...(await readFocus(page, known)), ...(await page.evaluate(motionOf))];
  },
  async phone(page, known) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize(PHONE);
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'dark');
    const found = [...(await axeOf(page, known)), ...(await readFocus(page, known))];
    await page.setViewportSize(MAGNIFIED);
    found.push(...(await page.evaluate(widthOf)));
    await page.emulateMedia({ colorScheme: null });
    await page.setViewportSize(DESK);
    return found;
  },
};

/**
 * What of WCAG 2.2 AA a machine finds wrong with the page. Nothing may be on its way when it is called. What `known` selects was
 * looked at before, on a page that has it just so.
 */
export async function unfit(
  page: Page,
  where: string,
  { wanted = ['desk', 'phone'], known = '' }: { wanted?: readonly Look[]; known?: string } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const look of wanted) found.push(...(await looks[look](page, known)).map((one) => `${where}, ${look}: ${one}`));
  return found;
}
