import { IconPath } from '#web/ui/picture/icon.tsx'

/** A decorative icon of the build screens. */
export function BuildIcon({ name, size }: { name: BuildIconName; size?: 'sm' | 'md' }) {
  return <IconPath path={buildIconPaths[name]} size={size ?? 'md'} />
}

/** Outlines of Tabler Icons as in `web/ui/picture/icon-paths.ts`. They are here because only the build screens download them. */
const buildIconPaths = {
  grip: 'M8 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M8 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M8 19a1 1 0 1 0 2 0a1 1 0 1 0-2 0M14 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0M14 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M14 19a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  dots: 'M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 19a1 1 0 1 0 2 0a1 1 0 1 0-2 0M11 5a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  'arrow-up': 'M12 5l0 14M18 11l-6-6M6 11l6-6',
  'arrow-down': 'M12 5l0 14M18 13l-6 6M6 13l6 6',
  'corner-down-right': 'M6 6v6a3 3 0 0 0 3 3h10l-4-4m0 8l4-4',
  undo: 'M9 14l-4-4l4-4M5 10h11a4 4 0 1 1 0 8h-1',
  outline:
    'M13 5h8M13 9h5M13 15h8M13 19h5M3 5a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4M3 15a1 1 0 0 1 1-1h4a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-4a1 1 0 0 1-1-1v-4',
  grid: 'M3 5a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-14a2 2 0 0 1-2-2v-14M3 10h18M10 3v18',
  history: 'M12 8l0 4l2 2M3.05 11a9 9 0 1 1 .5 4m-.5 5v-5h5',
  section:
    'M4 4h1M9 4h1M14 4h1M19 4h1M4 20h1M9 20h1M14 20h1M19 20h1M4 10a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2h-12a2 2 0 0 1-2-2v-4',
  link: 'M9 15l6-6M11 6l.46-.54a5 5 0 0 1 7.07 7.07l-.53 .46M13 18l-.4 .53a5.07 5.07 0 0 1-7.13 0a4.97 4.97 0 0 1 0-7.07l.53-.46',
  upload: 'M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-2M7 9l5-5l5 5M12 4l0 12',
  unlink:
    'M9 15l3-3m2-2l1-1M11 6l.46-.54a5 5 0 0 1 7.07 7.07l-.53 .46M13 18l-.4 .53a5.07 5.07 0 0 1-7.13 0a4.97 4.97 0 0 1 0-7.07l.53-.46M3 3l18 18',
  form: 'M12 3a3 3 0 0 0-3 3v12a3 3 0 0 0 3 3M6 3a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3M13 7h7a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-7M5 7h-1a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h1M17 12h.01M13 12h.01',
} as const

type BuildIconName = keyof typeof buildIconPaths
