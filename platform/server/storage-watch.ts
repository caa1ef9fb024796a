/** Whether there is room to keep things. */
export interface StorageWatch {
  /** Something could not be written for want of room, here or in the database. */
  noted(): void;
  /** As far as this process knows; true passes by itself once there is room. */
  isFull(): boolean;
}
