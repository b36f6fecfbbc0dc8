import { IconPath } from '#web/ui/picture/icon.tsx'

/** Outlines of Tabler Icons that only the review screens download. */
const PATHS = {
  note: 'M8 9h8M8 13h6M12 18.6l-4 2.4v-3h-2a3 3 0 0 1-3-3v-8a3 3 0 0 1 3-3h12a3 3 0 0 1 3 3v5.5M16 19h6M19 16v6',
  undo: 'M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1',
  skip: 'M4 5v14l12-7l-12-7M20 5l0 14',
  checks: 'M7 12l5 5l10-10M2 12l5 5m5-5l5-5',
  'video-off':
    'M3 3l18 18M15 11v-1l4.55-2.28a1 1 0 0 1 1.45 .89v6.76a1 1 0 0 1-.68 .95M10 6h3a2 2 0 0 1 2 2v3m0 4v1a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-8a2 2 0 0 1 2-2h1',
  download: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 11l5 5l5-5M12 4v12',
} as const

/** A decorative icon of the review screens. */
export function DeskIcon({ name, size = 'md' }: { name: keyof typeof PATHS; size?: 'sm' | 'md' }) {
  return <IconPath path={PATHS[name]} size={size} />
}
