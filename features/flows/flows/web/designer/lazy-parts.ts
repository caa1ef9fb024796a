import { lazy } from '#platform/web/lazy-part.ts';

const load = () => import('./parts.ts');

/** Brings everything below before somebody needs it; what does not come now comes then. */
export const fetchParts = (): void => void load().catch(() => {});

export const LazyCasesDrawer = lazy(async () => ({ default: (await load()).CasesDrawer }));
export const LazyClash = lazy(async () => ({ default: (await load()).Clash }));
export const LazyFlowPanel = lazy(async () => ({ default: (await load()).FlowPanel }));
export const LazyKeepCase = lazy(async () => ({ default: (await load()).KeepCase }));
export const LazyNotePanel = lazy(async () => ({ default: (await load()).NotePanel }));
export const LazyProblemsPanel = lazy(async () => ({ default: (await load()).ProblemsPanel }));
export const LazySettingsPanel = lazy(async () => ({ default: (await load()).SettingsPanel }));
export const LazyVersionsDrawer = lazy(async () => ({ default: (await load()).VersionsDrawer }));
