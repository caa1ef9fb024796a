/** For a part that scrolls and has nothing in it to press: the focus can stand on it, so that keys move it (WCAG 2.1.1). */
export const scrolledByKey = (label: string) => ({ tabIndex: 0, role: 'region', 'aria-label': label }) as const;
