/** Whether a row's form is open, and how that changes. */
export interface RowOpening {
  opened: boolean;
  onToggle: (opened: boolean) => void;
}
