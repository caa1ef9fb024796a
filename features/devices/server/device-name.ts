/** The first that matches names it, so the ones that pretend to be others come first. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MicroMessenger\//, 'WeChat'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(HeadlessChrome|Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const firstOf = (names: [RegExp, string][], userAgent: string): string | undefined => names.find(([pattern]) => pattern.test(userAgent))?.[1];

/** `Chrome · Windows` from what a browser says of itself; its first word when it is none we know. */
export function deviceName(userAgent: string): string {
  const known = [firstOf(browsers, userAgent), firstOf(systems, userAgent)].filter((part) => part !== undefined);
  return known.length > 0 ? known.join(' · ') : (/^[\w.-]+/.exec(userAgent)?.[0].slice(0, 60) ?? '?');
}
