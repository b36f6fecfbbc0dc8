import type { KindIcon } from '#contract/notifications/notification-kind.ts'
import { iconPaths } from '#web/ui/picture/icon-paths.ts'

/** Outlines of Tabler Icons (see web/ui/picture/icon-paths.ts) that only notifications use. */
const MESSAGE_REPORT =
  'M8 9h8M8 13h6M15 18h-2l-5 3v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v5.5M19 16v3M19 22v.01'
const HELP = 'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 17v.01M12 13.5a1.5 1.5 0 0 1 1-1.5a2.6 2.6 0 1 0-3-4'
const VIDEO_OFF =
  'M3 3l18 18M15 11v-1l4.55-2.28a1 1 0 0 1 1.45 .9v6.76a1 1 0 0 1-.68 .95M10 6h3a2 2 0 0 1 2 2v3m0 4v1a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h1'
const SHIELD =
  'M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1-8.5 15a12 12 0 0 1-8.5-15a12 12 0 0 0 8.5-3M11 11a1 1 0 1 0 2 0a1 1 0 1 0-2 0M12 12v2.5'
const PLAYLIST_ADD = 'M19 8h-14M5 12h9M11 16h-6M15 16h6M18 13v6'
const FLAG = 'M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1-7 0a5 5 0 0 0-7 0v-9M5 21v-7'

export const BELL =
  'M10 5a2 2 0 1 1 4 0a7 7 0 0 1 4 6v3a4 4 0 0 0 2 3h-16a4 4 0 0 0 2-3v-3a7 7 0 0 1 4-6M9 17v1a3 3 0 0 0 6 0v-1'
export const SETTINGS =
  'M10.33 4.32c.43-1.76 2.92-1.76 3.35 0a1.72 1.72 0 0 0 2.57 1.06c1.54-.94 3.31 .83 2.37 2.37a1.72 1.72 0 0 0 1.06 2.57c1.76 .43 1.76 2.92 0 3.35a1.72 1.72 0 0 0-1.06 2.57c.94 1.54-.83 3.31-2.37 2.37a1.72 1.72 0 0 0-2.57 1.06c-.43 1.76-2.92 1.76-3.35 0a1.72 1.72 0 0 0-2.57-1.06c-1.54 .94-3.31-.83-2.37-2.37a1.72 1.72 0 0 0-1.06-2.57c-1.76-.43-1.76-2.92 0-3.35a1.72 1.72 0 0 0 1.06-2.57c-.94-1.54 .83-3.31 2.37-2.37c1 .61 2.3 .07 2.57-1.06M9 12a3 3 0 1 0 6 0a3 3 0 0 0-6 0'
export const LOCK =
  'M5 13a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2h-10a2 2 0 0 1-2-2v-6M11 16a1 1 0 1 0 2 0a1 1 0 0 0-2 0M8 11v-4a4 4 0 1 1 8 0v4'

export const KIND_ICONS: Record<KindIcon['name'], string> = {
  message: iconPaths.message,
  question: HELP,
  decision: MESSAGE_REPORT,
  approved: iconPaths['circle-check'],
  'video-off': VIDEO_OFF,
  playlist: PLAYLIST_ADD,
  flag: FLAG,
  clock: iconPaths.clock,
  alert: iconPaths['alert-triangle'],
  shield: SHIELD,
}
