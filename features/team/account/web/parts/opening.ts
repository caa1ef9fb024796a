/** Whether a row's form is open, and how that changes. */
export interface Opening {
  opened: boolean;
  onToggle: (opened: boolean) => void;
}
