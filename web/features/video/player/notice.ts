/** What the player says about itself, and what the user can do about it. */
export interface Notice {
  text: string
  action?: { label: string; run: () => void }
}
