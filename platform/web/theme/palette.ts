import type { MantineColorsTuple } from '@mantine/core';

/** Warm greys for the light theme; Mantine takes its lines and tints from them. */
export const gray: MantineColorsTuple = [
  '#f6f4ef',
  '#efece4',
  '#e3ded3',
  '#d3ccbd',
  '#c4bcab',
  '#938c7c',
  '#6d685b',
  '#5b564b',
  '#3a362d',
  '#1c1a15',
];
/** The dark theme from ink (0) to the deepest ground (9). */
export const dark: MantineColorsTuple = [
  '#ece8df',
  '#b4b7ae',
  '#979e97',
  '#6b7771',
  '#36413d',
  '#27302d',
  '#171d1b',
  '#0f1413',
  '#121816',
  '#0a0f0e',
];
export const ink: MantineColorsTuple = [
  '#f6f4ef',
  '#efece4',
  '#e3ded3',
  '#d3ccbd',
  '#938c7c',
  '#6d685b',
  '#5b564b',
  '#3a362d',
  '#1c1a15',
  '#0f0d0a',
];
export const green: MantineColorsTuple = [
  '#e7f6f0',
  '#cdebdf',
  '#9cd8c1',
  '#67c4a1',
  '#3cc492',
  '#22a277',
  '#12805c',
  '#0d6b4c',
  '#0a553c',
  '#063d2b',
];
export const red: MantineColorsTuple = [
  '#fdecea',
  '#f9d4ce',
  '#f1a99d',
  '#ff9483',
  '#e0604c',
  '#c8432f',
  '#b93a27',
  '#a8321f',
  '#862718',
  '#641d11',
];
export const blue: MantineColorsTuple = [
  '#eef0fc',
  '#dbe0f8',
  '#b4bef0',
  '#8fa0ff',
  '#6a7ce1',
  '#4a5fd6',
  '#2f45c5',
  '#2a3eb2',
  '#23338f',
  '#1a266b',
];
export const violet: MantineColorsTuple = [
  '#f3ecff',
  '#e3d3ff',
  '#c8a5ff',
  '#b98cff',
  '#a066ff',
  '#8a3ffc',
  '#7a2df0',
  '#6d28d9',
  '#5720ad',
  '#401880',
];
export const orange: MantineColorsTuple = [
  '#fdf3e3',
  '#f9e3bf',
  '#f3b45c',
  '#f0a53a',
  '#d98a1c',
  '#b26a00',
  '#9a5c00',
  '#845000',
  '#683f00',
  '#4c2e00',
];
