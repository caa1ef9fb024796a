import { lazy } from '#platform/web/lazy-part.ts';

const load = () => import('./parts.ts');

/** Brings everything below before somebody needs it; what does not come now comes then. */
export const fetchParts = (): void => void load().catch(() => {});

export const CasesDrawer = lazy(async () => ({ default: (await load()).CasesDrawer }));
export const Clash = lazy(async () => ({ default: (await load()).Clash }));
export const FlowPanel = lazy(async () => ({ default: (await load()).FlowPanel }));
export const KeepCase = lazy(async () => ({ default: (await load()).KeepCase }));
export const NotePanel = lazy(async () => ({ default: (await load()).NotePanel }));
export const ProblemsPanel = lazy(async () => ({ default: (await load()).ProblemsPanel }));
export const SettingsPanel = lazy(async () => ({ default: (await load()).SettingsPanel }));
export const VersionsDrawer = lazy(async () => ({ default: (await load()).VersionsDrawer }));
