/** Below this the rail is a drawer and the header keeps the essentials. */
export const NARROW = '(max-width: 899px)';
