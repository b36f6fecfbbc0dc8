/** A figure that takes long to find, and when it was found. */
export interface SiteNumberTable {
  key: string
  value: number
  at: string
}

/** A run of the backup; one that was killed has neither an end nor a state. */
export interface BackupTable {
  id: string
  file_name: string
  started_at: string
  finished_at: string | null
  bytes: number | null
  state: 'done' | 'failed' | null
  error: string | null
}
