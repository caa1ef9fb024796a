import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import { optionsFilter } from './options-filter.ts';
import { blue, dark, gray, green, ink, orange, red, violet } from './palette.ts';

/** Filled controls by name: ink is the ordinary one, green calls, red ends or destroys. */
const filled: Record<string, { background: string; color: string }> = {
  ink: { background: 'var(--ink)', color: 'var(--on-ink)' },
  green: { background: 'var(--st-free)', color: 'var(--on-state)' },
  red: { background: 'var(--danger)', color: 'var(--on-state)' },
  blue: { background: 'var(--accent)', color: 'var(--on-accent)' },
};

const words: Record<string, string> = {
  ink: 'var(--ink)',
  green: 'var(--tx-free)',
  red: 'var(--tx-break)',
  blue: 'var(--tx-call)',
  violet: 'var(--tx-ring)',
  orange: 'var(--tx-wrap)',
  gray: 'var(--tx-off)',
};

const tint = (colour: string, percent: number) => `color-mix(in srgb, ${colour} ${percent}%, transparent)`;

const variantColorResolver: VariantColorsResolver = (input) => {
  const name = input.color ?? input.theme.primaryColor;
  const full = filled[name];
  if (input.variant === 'filled' && full) {
    return {
      ...full,
      hover: `color-mix(in srgb, ${full.background} 86%, var(--canvas))`,
      hoverColor: full.color,
      border: 'none',
    };
  }
  const word = words[name];
  if (word && (input.variant === 'light' || input.variant === 'subtle' || input.variant === 'transparent')) {
    return {
      background: input.variant === 'light' ? tint(word, 11) : 'transparent',
      hover: input.variant === 'transparent' ? 'transparent' : tint(word, input.variant === 'light' ? 17 : 9),
      color: word,
      hoverColor: word,
      border: 'none',
    };
  }
  return defaultVariantColorsResolver(input);
};

const ours: Record<string, string> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--tx-break)',
  '--mantine-color-success': 'var(--tx-free)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--sunk)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-disabled': 'var(--sunk)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--ink)',
  '--mantine-primary-color-filled-hover': 'var(--ink-2)',
  '--mantine-primary-color-contrast': 'var(--on-ink)',
  '--mantine-primary-color-light': 'var(--sunk)',
  '--mantine-primary-color-light-hover': 'var(--line)',
  '--mantine-primary-color-light-color': 'var(--ink)',
};

for (const [name, word] of Object.entries(words)) {
  // Shade 6 is what Mantine writes words of a colour with.
  if (name !== 'gray' && name !== 'ink') ours[`--mantine-color-${name}-6`] = word;
  ours[`--mantine-color-${name}-filled`] = filled[name]?.background ?? word;
  ours[`--mantine-color-${name}-filled-hover`] = filled[name]?.background ?? word;
  ours[`--mantine-color-${name}-text`] = word;
  ours[`--mantine-color-${name}-outline`] = word;
  ours[`--mantine-color-${name}-light`] = tint(word, 11);
  ours[`--mantine-color-${name}-light-hover`] = tint(word, 17);
  ours[`--mantine-color-${name}-light-color`] = word;
}

/** Mantine draws with our tokens, so that one file decides every colour. Said in both schemes, whose rules are the stronger. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours });

/** The head of a window is a `header`, which would count as a second head of the page. */
const headless = { header: { role: 'presentation' } };

/** The kit draws in the sizes of `tokens.css`: 13 px text, 34 px controls, radius 8. */
export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 8, dark: 8 },
  colors: { ink, gray, dark, green, teal: green, red, blue, violet, orange, yellow: orange },
  variantColorResolver,
  white: '#fffefb',
  black: '#1c1a15',
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--sans)', fontWeight: '620' },
  fontSizes: {
    xs: 'var(--text-small)',
    sm: 'var(--text)',
    md: 'var(--text)',
    lg: 'var(--text-lead)',
    xl: 'var(--text-large)',
  },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.45', xl: '1.35' },
  radius: { xs: 'var(--r-chip)', sm: 'var(--r-small)', md: 'var(--r)', lg: 'var(--r-card)', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  defaultRadius: 'md',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        attributes: headless,
        centered: true,
        overlayProps: { color: 'var(--veil)', backgroundOpacity: 1 },
        transitionProps: { duration: 120 },
      },
    },
    Drawer: {
      defaultProps: {
        attributes: headless,
        position: 'right',
        overlayProps: { color: 'var(--veil)', backgroundOpacity: 1 },
        transitionProps: { duration: 140 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 350, color: 'var(--ink)', withinPortal: true } },
    // The first entry has the focus, not an empty place before it that is no part of a menu.
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', withinPortal: true, withInitialFocusPlaceholder: false },
    },
    Select: { defaultProps: { allowDeselect: false, checkIconPosition: 'right', filter: optionsFilter } },
    MultiSelect: { defaultProps: { filter: optionsFilter } },
    Autocomplete: { defaultProps: { filter: optionsFilter } },
    TagsInput: { defaultProps: { filter: optionsFilter } },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 34 } },
  },
});
