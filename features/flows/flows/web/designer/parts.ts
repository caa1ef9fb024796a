/** What the designer shows beside and over its canvas: in one file, which comes when the canvas stands. */
export { CasesDrawer } from './cases-drawer.tsx';
export { Clash } from './clash.tsx';
export { FlowPanel } from './flow-panel.tsx';
export { KeepCase } from './keep-case.tsx';
export { ProblemsPanel } from './problems-panel.tsx';
export { NotePanel, SettingsPanel } from './settings-panel.tsx';
export { VersionsDrawer } from './versions-drawer.tsx';
