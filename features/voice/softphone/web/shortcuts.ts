/** The letters of the phone, pressed together with Alt (⌥). */
export const Shortcut = { answer: 'A', hangUp: 'X', hold: 'H', mute: 'M', phone: 'P', status: 'S' } as const;
export type Shortcut = (typeof Shortcut)[keyof typeof Shortcut];
