import type { ApprovalStatus } from '#contract/status.ts'

export interface DemoCourse {
  title: string
  /** A public video; the list is fixed here. */
  videoId: string
  description: string
  status?: ApprovalStatus
}

export interface DemoPlaylist {
  title: string
  category: string
  teacher: string
  status: ApprovalStatus
  /** The age of the playlist. */
  daysAgo: number
  description: string
  courses: DemoCourse[]
}
